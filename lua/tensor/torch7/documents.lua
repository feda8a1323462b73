-- tensor/torch7/documents.lua: what help says about the functions of class.lua and utilities.lua. These two are always
-- loaded, this only for help.
local documents = {}

local classes = {
   { 'class', 'name:string parent:string? module:table?',
      'makes a class; returns its metatable, to be filled with methods, and that of the parent' },
   { 'newmetatable',
      'name:string parent:string? constructor:function? destructor:function? factory:function? module:table?',
      'registers a class with its own constructor, or adds parts that a class lacks; returns its metatable' },
   { 'getmetatable', 'name:string', 'the metatable of a class, or nil' },
   { 'setmetatable', 'object:table name:string', 'makes a table an object of a class; returns it' },
   { 'getconstructortable', 'name:string', 'the table that is called to make objects of a class, or nil' },
   { 'factory', 'name:string', 'the function that makes an empty object of a class, or nil' },
   { 'isTypeOf', 'object:any class:any',
      'whether an object is of a class or a descendant of it; the class itself, its name or a pattern' },
   { 'metatype', 'name:string methods:table ctype:any?',
      'registers a table as a class, under LuaJIT as that of a C type; returns it' },
   { 'isequal', 'a:any b:any', 'whether both are the same table, function or object' },
   { 'version', '', "the version of the module, as '1.2.3'" },
   { 'version', 'object:any', 'the version of the class of an object, from its field __version' },
   { 'getenv', 'object:any', 'the environment of a function, or the table attached to a userdata' },
   { 'setenv', 'object:any environment:table',
      'sets the environment of a function, or attaches a table to a userdata' },
}

local methods = {
   { 'new', 'x:Tensor arguments:any?', 'x.new(...) makes a tensor of the type of x, as its constructor does' },
   { 'retain', 'x:Tensor', 'keeps the elements of x, whatever the collector does, until free or pushudata' },
   { 'free', 'x:Tensor', 'drops what retain keeps' },
}

local utilities = {
   { 'packageLuaPath', 'name:string=torch', 'the folder of the file of a Lua module, or nil', 'system' },
   { 'include', 'package:string file:string', 'runs a Lua file in the folder of a module', 'system' },
   { 'setheaptracking', 'on:boolean',
      "sets the field _heaptracking, for Torch7's scripts: memory is always counted (memoryStats)", 'memory' },
   { 'updateerrorhandlers', '',
      'raises the errors of C functions called by FFI on this thread in this Lua state, as require and cdata do',
      'system' },
   { 'updatethreadlocals', '', "does nothing, for Torch7's scripts, like updateerrorhandlers", 'system' },
   { 'totable', 's:Storage', 'the elements of a storage as a table', 'tensor' },
   { 'data', 'x:Tensor number:boolean=false',
      'the address of the first element: under LuaJIT an FFI pointer, else a light userdata, or a number; only C can '
      .. 'use addresses on a device',
      'class', true },
   { 'data', 's:Storage number:boolean=false', 'the same for a storage', 'class', true },
   { 'cdata', 'x:Tensor number:boolean=false',
      'the address of the C struct of a tensor, in the same forms as data', 'class', true },
   { 'cdata', 's:Storage number:boolean=false', 'the same for a storage', 'class', true },
}

function documents.install(tensor)
   for _, row in ipairs(classes) do
      tensor.document { name = row[1], signature = row[2], doc = row[3], chapter = 'class' }
   end
   for _, row in ipairs(methods) do
      tensor.document { name = row[1], signature = row[2], doc = row[3], chapter = 'class', ismethod = true }
   end
   for _, row in ipairs(utilities) do
      tensor.document { name = row[1], signature = row[2], doc = row[3], chapter = row[4],
         ismethod = row[5], isfunction = true }
   end
end

return documents
