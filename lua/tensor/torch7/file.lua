-- tensor/torch7/file.lua: registers the classes of files and their help. The methods are in C (lua/file/file.c,
-- lua/file/filedata.c) and in tensor/torch7/serialize.lua.
local constructors = {
   { 'DiskFile', "path:string mode:r/w/rw=r quiet:boolean=false",
      'opens a file on disk; w empties it, rw keeps its contents; returns nil if quiet and it cannot be opened' },
   { 'MemoryFile', 'mode:r/w/rw=rw', 'opens a file in memory' },
   { 'MemoryFile', 's:Storage mode:r/w/rw=rw', 'opens the bytes of a CharStorage as a file; the last must be 0' },
   { 'PipeFile', 'command:string mode:r/w=r quiet:boolean=false',
      'starts a shell command to read its output or write its input; close fails if the command does' },
   { 'File', '', 'the class of all files: its fields are their methods' },
}

local methods = {
   { 'readString', "f:File format:*l/*a", 'the next line without its newline, or everything that is left' },
   { 'readString', 'f:File count:count', 'that many characters, and in ascii files the newline behind them' },
   { 'writeString', 'f:File text:string', 'writes the characters and nothing else; returns how many' },
   { 'readBool', 'f:File', 'whether the next int is 1' },
   { 'writeBool', 'f:File value:boolean', 'writes the int 1 or 0' },
   { 'readObject', 'f:File o:options?',
      'the next object; functions, which are code, are refused without the option {functions = true}' },
   { 'writeObject', 'f:File object:any name:string? hook:function?',
      'writes an object, or a reference to it; the name is for errors; hook is called with each object of a class' },
   { 'isWritableObject', 'f:File object:any', 'the code of the kind of an object if it can be written, else nil' },
   { 'referenced', 'f:File on:boolean',
      'whether an object that is written again becomes a reference to the first; returns f' },
   { 'isReferenced', 'f:File', 'whether objects that are written again become references' },
   { 'ascii', 'f:File', 'numbers are text from now on, as in new files; returns f' },
   { 'binary', 'f:File', 'numbers are their bytes from now on; returns f' },
   { 'autoSpacing', 'f:File', 'text has blanks between numbers and a newline after them, as in new files; returns f' },
   { 'noAutoSpacing', 'f:File', 'text has no blanks but those that are written; returns f' },
   { 'quiet', 'f:File', 'failures are noted for hasError and raise no errors; returns f' },
   { 'pedantic', 'f:File', 'failures are errors, as in new files; returns f' },
   { 'clearError', 'f:File', 'forgets the failures so far; returns f' },
   { 'hasError', 'f:File', 'whether something failed since the file was opened, or since clearError' },
   { 'synchronize', 'f:File', 'hands what was written to the system; returns f' },
   { 'seek', 'f:File position:position', 'goes to a byte, the first is 1; returns f' },
   { 'seekEnd', 'f:File', 'goes to the end, after the last byte; returns f' },
   { 'position', 'f:File', 'the position of the next byte, the first is 1' },
   { 'close', 'f:File', 'closes the file; an error if written data was lost or a command failed; returns f' },
   { 'isQuiet', 'f:File', 'whether failures are noted instead of raised' },
   { 'isReadable', 'f:File', 'whether the mode allows to read' },
   { 'isWritable', 'f:File', 'whether the mode allows to write' },
   { 'isBinary', 'f:File', 'whether numbers are their bytes' },
   { 'isAutoSpacing', 'f:File', 'whether text has blanks' },
   { 'isLittleEndianCPU', 'f:File', 'whether this processor has the lowest byte first' },
   { 'isBigEndianCPU', 'f:File', 'whether this processor has the highest byte first' },
   { 'nativeEndianEncoding', 'f:File', 'the bytes of a number in the order of this processor; returns f' },
   { 'littleEndianEncoding', 'f:File', 'the lowest byte of a number first, as in new files; returns f' },
   { 'bigEndianEncoding', 'f:File', 'the highest byte of a number first; returns f' },
   { 'noBuffer', 'f:File', 'what is written goes to the system at once; returns f' },
   { 'longSize', 'f:File size:count',
      'bytes of a long in binary files: 4, 8, or 0 for as many as in memory; returns f' },
   { 'storage', 'f:File', 'the bytes of a MemoryFile and a 0, as a CharStorage that shares its memory' },
   { 'write', 's:Storage f:File', 'writes a storage: its size and its elements' },
   { 'write', 'x:Tensor f:File', 'writes a tensor: its sizes, strides, offset and storage' },
   { 'read', 's:Storage f:File', 'reads a storage that write wrote' },
   { 'read', 'x:Tensor f:File', 'reads a tensor that write wrote' },
}

local function note(document, row, ismethod)
   document { name = row[1], signature = row[2], doc = row[3], chapter = 'file', ismethod = ismethod }
end

local function document_elements(document, name)
   if name ~= 'Bool' then
      note(document, { 'read' .. name, 'f:File', 'the next number' }, true)
      note(document, { 'write' .. name, 'f:File value:number', 'writes a number' }, true)
   end
   note(document, { 'read' .. name, 'f:File count:count', 'a storage of the next numbers' }, true)
   note(document, { 'read' .. name, 'f:File s:Storage', 'fills a storage; returns how many numbers were read' }, true)
   note(document, { 'write' .. name, 'f:File s:Storage', 'writes the elements of a storage; returns how many' }, true)
end

-- Makes the file types classes and adds their help. class is the module tensor/torch7/class.lua.
local function install(tensor, types, class)
   for _, name in ipairs { 'File', 'DiskFile', 'MemoryFile', 'PipeFile' } do
      local parent = name == 'PipeFile' and types.DiskFile or name ~= 'File' and types.File or nil
      class.register(types[name], parent, tensor[name], true)
      types[name].__tostring__ = rawget(types[name], '__tostring')
   end
   for _, row in ipairs(constructors) do note(tensor.document, row, false) end
   for _, row in ipairs(methods) do note(tensor.document, row, true) end
   for name, value in next, tensor do
      local element = name:match '^(.+)Storage$'
      if element and type(value) == 'table' then document_elements(tensor.document, element) end
   end
end

return { install = install }
