-- tensor/document.lua: module.document takes what help says about functions written in Lua. The rows are kept here
-- until help makes its own list of rows.
local document = {}

local noted = {}

local function check(row)
   if type(row) ~= 'table' then error('document: expected a row, which is a table, got ' .. type(row), 3) end
   for _, field in ipairs { 'name', 'signature', 'doc' } do
      if type(row[field]) ~= 'string' then error(('document: the row needs a string as %s'):format(field), 3) end
   end
   if row.doc == '' then error(('document: the doc of %s is empty'):format(row.name), 3) end
end

--[[ module.document(row) adds help on a function written in Lua. The row has
name        the name after `tensor.`, such as 'image.save'; for a method of a class with the class, as 'Timer.reset'
signature   the arguments in the grammar of lua/core/signature.h, such as 'path:string x:Tensor'; for several forms, add
            several rows with the same name
doc         one line that says what the function does
chapter     the chapter under which tensor.help() lists it
ismethod    true for a method of its first argument; otherwise it is a function of the module
isfunction  true, together with ismethod, for a function that is also a method
]]
function document.install(module)
   function module.document(row)
      check(row)
      table.insert(rawget(module, 'rows') or noted, {
         name = row.name, signature = row.signature, doc = row.doc, chapter = row.chapter or 'more',
         inplace = false, isfunction = row.isfunction or not row.ismethod, ismethod = row.ismethod or false,
      })
   end
end

-- Returns the rows that were kept.
function document.take()
   local rows = noted
   noted = {}
   return rows
end

return document
