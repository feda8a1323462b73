-- tensor/help/init.lua: the texts of help. They are made from module.rows, the rows by which functions are registered,
-- so every registered function has help, and it cannot disagree with what the function accepts.
local host = require 'tensor.host'
local late = require 'tensor.late'
local other_names = require('tensor.names').names

local Help = {}
Help.__index = Help

-- What the words in a signature mean (lua/core/signature.h has the grammar).
local kinds = {
   Mask = 'a ByteTensor or BoolTensor',
   Operand = 'a tensor or a number, also a complex one',
   number = 'a number',
   complex = 'a number, also a complex one: {re, im}, or 2i in LuaJIT',
   count = 'a whole number, at least 0',
   position = 'a position, from 1',
   place = 'a position, from 1; negative from the end',
   ['LongTensor/table'] = 'a LongTensor of positions, from 1, or a table of them',
   dim = 'a dimension, from 1; negative from the end',
   boolean = 'true or false',
   string = 'a string',
   ['function'] = 'a function',
   table = 'a table',
   any = 'any value',
   sizes = 'whole numbers, a table of them or a LongStorage',
   pairs = 'whole numbers, in pairs',
   Generator = 'a random generator; without it, the default one',
   options = 'a table of options',
   Event = 'an event', Stream = 'a stream',
   ['Stream/index'] = 'a stream, or the index of one of the current device',
   Storage = 'a storage', File = 'a file', Timer = 'a timer', CmdLine = 'a command line', Tester = 'a tester',
   Figure = 'a figure', Worker = 'a worker', Queue = 'a queue',
}

local titles = {
   tensor = 'sizes, types and copies', make = 'constructors', view = 'views', index = 'indexing',
   ops = 'element by element', reduce = 'reductions', linear = 'products', lapack = 'linear algebra',
   linalg = 'linear algebra on stacks',
   functions = 'functions', fft = 'Fourier transforms', quantize = 'quantized tensors', random = 'random numbers',
   type = 'types', storage = 'storages', memory = 'memory',
   apply = 'callbacks', image = 'pictures', plot = 'plots', system = 'threads and time', class = 'classes and objects',
   file = 'files', exchange = 'memory of others', process = 'workers and queues',
   cuda = 'CUDA', test = 'tests', command = 'command lines', order = 'sorting and selection',
   fuse = 'chains in one pass', complex = 'complex numbers', sparse = 'sparse tensors', more = 'more',
}

-- Chapters of parts that are loaded late (tensor.late), whenever that is: they come in this order, behind the others.
local last = {}
for name in ('help fuse test command cuda image file process plot'):gmatch '%S+' do last[#last + 1] = name end

local function kind_text(word)
   local dtype, rank = word:match '^(%a*%d*)Tensor(%d?)$'
   if dtype then
      local text = dtype == '' and 'a tensor' or ('%s %sTensor'):format(dtype:find '^Int' and 'an' or 'a', dtype)
      return rank == '' and text or ('%s of %s dimension%s'):format(text, rank, rank == '1' and '' or 's')
   end
   return kinds[word] or ("'%s'"):format(word:gsub('/', "' or '"))
end

-- Splits a signature into lists of results and of arguments, each {name, text, optional, word}.
local function parse(signature)
   local results, items = {}, {}
   for word in signature:gmatch '%S+' do
      local result, result_type = word:match '^([%w_]+)!(%w*)$'
      if result then
         results[#results + 1] = { name = result, text = ('%s for the result; without it, a new one'):format(
            kind_text(result_type .. 'Tensor')) }
      else
         local name, kind, mark, default = word:match '^([%w_]+):([^=?]+)([=?]?)(.*)$'
         items[#items + 1] = { name = name, word = kind, text = kind_text(kind),
            default = mark == '=' and default or nil, optional = mark ~= '' or kind == 'Generator' }
      end
   end
   return results, items
end

-- The argument list as text, such as "[res,] a, [factor,] b[, c]": the results, then the items from number first on.
local function arguments(results, items, first)
   local parts, needed = {}, 0
   for _, result in ipairs(results) do parts[#parts + 1] = { name = result.name, optional = true } end
   for k = first, #items do
      local name = (items[k].word == 'sizes' or items[k].word == 'pairs') and items[k].name .. ', ...' or items[k].name
      parts[#parts + 1] = { name = name, optional = items[k].optional }
      if not items[k].optional then needed = #parts end
   end
   for k, part in ipairs(parts) do
      local format = k > needed and (k > 1 and '[, %s]' or '[%s]') or part.optional and '[%s,] ' or
         k < needed and '%s, ' or '%s'
      parts[k] = format:format(part.name)
   end
   return table.concat(parts)
end

local objects = {
   Operand = true, Mask = true, Storage = true, File = true, Timer = true, CmdLine = true, Tester = true,
   Event = true, Figure = true, Stream = true, Worker = true, Queue = true,
}

-- Appends a text to a list that does not have it yet.
local function add_once(list, text)
   for _, other in ipairs(list) do if other == text then return end end
   list[#list + 1] = text
end

-- Appends a form and what it changes to a list that does not have both yet: two rows may differ in types only.
local function add_form(forms, form, note)
   for _, other in ipairs(forms) do if other[1] == form and other[2] == note then return end end
   forms[#forms + 1] = { form, note }
end

-- The argument that is the object of a method, and its number; nil if none can be. A generator in front is skipped,
-- because the object is the argument after it.
local function object_of(row, items)
   local first = items[1] and items[1].word == 'Generator' and not row.inplace and 2 or 1
   local object = items[first]
   if object and (object.word:find 'Tensor' or objects[object.word]) then return object, first end
end

-- The form as a method, and what it changes; nil if no argument can be the object.
local function method_form(row, results, items)
   local object, first = object_of(row, items)
   if object then
      local name = row.name:match '[^.]+$' -- without the class, which stands in front of a method's name
      local form = ('%s:%s(%s)'):format(object.name, name, arguments({}, items, first + 1))
      return form, row.inplace and 'changes ' .. object.name or nil
   elseif row.inplace then
      local name = results[1] and results[1].name or 'x'
      return ('%s:%s(%s)'):format(name, row.name, arguments({}, items, 1)), 'changes ' .. name
   end
end

-- Collects what the forms say about an argument: known[name] = {kinds, defaults}.
local function learn(known, names, item)
   add_once(names, item.name)
   known[item.name] = known[item.name] or { kinds = {}, defaults = {} }
   add_once(known[item.name].kinds, item.text)
   if item.default then add_once(known[item.name].defaults, item.default) end
end

local function legend_of(item)
   local text = table.concat(item.kinds, ', or ')
   return #item.defaults > 0 and ('%s; default %s'):format(text, table.concat(item.defaults, ' or ')) or text
end

local function add_row(row, docs, forms, names, known)
   local results, items = parse(row.signature)
   add_once(docs, row.doc)
   if row.isfunction then
      add_form(forms, ('tensor.%s(%s)'):format(row.name, arguments(results, items, 1)))
   end
   local method, note_on_it = method_form(row, results, items)
   if row.ismethod and method then add_form(forms, method, note_on_it) end
   if row.isfunction then for _, result in ipairs(results) do learn(known, names, result) end end
   for _, item in ipairs(items) do learn(known, names, item) end
end

-- Appends rows of two columns, with the second column aligned.
local function add_columns(lines, rows)
   local width = 0
   for _, row in ipairs(rows) do width = math.max(width, row[2] and #row[1] or 0) end
   for _, row in ipairs(rows) do
      local first = row[2] and row[1] .. (' '):rep(width - #row[1] + 3) or row[1]
      lines[#lines + 1] = '   ' .. first .. (row[2] or '')
   end
end

-- Everything known about a name: docs; forms, each {form, what it changes}; arguments, each {name, what it is}; sizes
-- and types, if the forms do not give them; an example and errors, as typed at the prompt.
local function entry_of(name, rows)
   local require = host.need('help', 'require') -- these files are loaded when they are first needed
   local entry = { name = name, docs = {}, forms = {}, arguments = {}, sizes = {} }
   local names, known = {}, {}
   for _, row in ipairs(rows) do
      add_row(row, entry.docs, entry.forms, names, known)
      local sizes = require 'tensor.help.shapes'(row)
      if sizes then add_once(entry.sizes, sizes) end
   end
   for k, item in ipairs(names) do entry.arguments[k] = { item, legend_of(known[item]) } end
   entry.example, entry.errors = require('tensor.help.examples')[name], require('tensor.help.errors')[name]
   return entry
end

local function add_typed(lines, text)
   lines[#lines + 1] = ''
   lines[#lines + 1] = (text:gsub('%s*$', ''):gsub('[^\n]+', '   %0'))
end

local function explain(entry)
   local name = entry.name
   local lines = { ('%s: %s'):format(name, table.concat(entry.docs, '\n' .. (' '):rep(#name + 2))), '' }
   add_columns(lines, entry.forms)
   if #entry.arguments > 0 then
      lines[#lines + 1] = ''
      add_columns(lines, entry.arguments)
   end
   if #entry.sizes > 0 then add_typed(lines, table.concat(entry.sizes, '\n')) end
   if entry.example then add_typed(lines, entry.example) end
   if entry.errors then add_typed(lines, entry.errors) end
   return table.concat(lines, '\n')
end

-- --- suggestions for a misspelt name ---

-- The number of edits (insert, delete, replace, exchange two neighbours) that turn one word into another.
local function distance(a, b)
   local rows = { [0] = {} }
   for j = 0, #b do rows[0][j] = j end
   for i = 1, #a do
      local row, above = { [0] = i }, rows[i - 1]
      for j = 1, #b do
         local same = a:byte(i) == b:byte(j)
         row[j] = math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (same and 0 or 1))
         if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
            row[j] = math.min(row[j], rows[i - 2][j - 2] + 1)
         end
      end
      rows[i] = row
   end
   return rows[#a][#b]
end

local function near(wanted, names)
   local found = {}
   local word = wanted:lower()
   for _, name in ipairs(names) do
      local other = name:lower()
      local edits = distance(word, other)
      local part = #word > 2 and other:find(word, 1, true) or #other > 2 and word:find(other, 1, true)
      if edits <= math.max(1, #word / 3) or part then found[#found + 1] = { name = name, edits = edits } end
   end
   table.sort(found, function(a, b) return a.edits < b.edits or a.edits == b.edits and a.name < b.name end)
   local best = {}
   for k = 1, math.min(4, #found) do best[k] = found[k].name end
   return best
end

-- --- the help of a module ---

-- The rows of each name, and all names in the order of their registration.
function Help:index()
   local by_name, names = {}, {}
   for _, row in ipairs(self.module.rows) do
      if not by_name[row.name] then
         by_name[row.name] = {}
         names[#names + 1] = row.name
      end
      table.insert(by_name[row.name], row)
   end
   return by_name, names
end

local function add_names(lines, names)
   local width = 0
   for _, name in ipairs(names) do width = math.max(width, #name + 2) end
   local per_line = math.max(1, math.floor(77 / width))
   for first = 1, #names, per_line do
      local cells = {}
      for k = first, math.min(first + per_line - 1, #names) do
         cells[#cells + 1] = names[k] .. (' '):rep(width - #names[k])
      end
      lines[#lines + 1] = '   ' .. table.concat(cells):gsub('%s+$', '')
   end
end

local function with_last(list, known)
   local ordered, is_last = {}, {}
   for _, name in ipairs(last) do is_last[name] = true end
   for _, chapter in ipairs(list) do
      if not is_last[chapter.chapter] then ordered[#ordered + 1] = chapter end
   end
   for _, name in ipairs(last) do ordered[#ordered + 1] = known[name] end
   return ordered
end

-- The chapters in order, each { chapter =, title =, names = }, with their names sorted.
function Help:chapters()
   local by_name, names = self:index()
   local list, known = {}, {}
   for _, name in ipairs(names) do
      local chapter = by_name[name][1].chapter or 'more'
      if not known[chapter] then
         known[chapter] = { chapter = chapter, title = titles[chapter] or chapter, names = {} }
         list[#list + 1] = known[chapter]
      end
      table.insert(known[chapter].names, name)
   end
   for _, chapter in ipairs(list) do table.sort(chapter.names) end
   return with_last(list, known)
end

-- Returns the list of all names by chapter.
function Help:contents()
   local lines = { "tensor.help 'name' explains one of these names." }
   local function add(title, names)
      lines[#lines + 1] = ''
      lines[#lines + 1] = title
      table.sort(names)
      add_names(lines, names)
   end
   for _, chapter in ipairs(self:chapters()) do add(chapter.title, chapter.names) end
   local others = {}
   for name, other in pairs(other_names) do others[#others + 1] = ('%s (%s)'):format(name, other) end
   add('other names', others)
   return table.concat(lines, '\n')
end

-- The registered name for a topic: a function or type of the module, or a name as written in a call ('x:narrow').
function Help:name_of(topic)
   if type(topic) == 'string' then return (topic:gsub('^.*:', ''):gsub('^tensor%.', ''):gsub('^torch%.', '')) end
   for name, value in pairs(self.module) do
      if value == topic and not other_names[name] then return name end
   end
   error('help: expected the name of a function or the function itself, got ' .. type(topic), 3)
end

-- The name here that has the same letters as a word such as 'count_nonzero', and what it is another name of.
local function same_name(word, names)
   if other_names[word] then return word, other_names[word] end
   if word ~= word:lower() then return nil end
   local function letters(text) return (text:gsub('_', ''):lower()) end
   for name, other in pairs(other_names) do
      if letters(name) == letters(word) then return name, other end
   end
   for _, name in ipairs(names) do
      if letters(name) == letters(word) then return name end
   end
end

-- The name that a peer's text is about: what it calls, or its last word.
local function subject(text) return text:match '([%w_]+)%(' or text:match '%.([%w_]+)' end

-- What to write for a name of NumPy or PyTorch, also as 'np.ndim' or 'x.shape', unless it is a call of ours; nil for
-- other names.
local function translated(name, ours)
   local word, lines = name:match '[%w_]+$', {}
   for _, row in ipairs(require 'tensor.help.peers') do
      local is_about = word and #row > 1 and (subject(row[1]) == word or subject(row[2]) == word)
      local is_ours = ours and row[3] and (row[3] .. '('):find('^%w+[.:]' .. ours .. '%(')
      if is_about and not is_ours then add_once(lines, row[3]) end
   end
   if #lines == 0 then return nil end
   return ("%s, a name of NumPy and PyTorch: write\n\n   %s"):format(word, table.concat(lines, '\n   '))
end

-- The text of a name of ours and, if the topic is a name of a peer, what else may be meant by it.
local function with_translation(text, topic, ours)
   local is_peers = type(topic) == 'string' and topic:find '^%w+%.' and not topic:find '^tensor%.'
   local translation = is_peers and translated(topic, ours)
   return translation and text .. '\n\n' .. translation or text
end

-- The help on a topic, or the list of all names without one; nil and a message for an unknown name.
function Help:text(topic)
   if topic == nil or topic == '' then return self:contents() end
   local by_name, names = self:index()
   local name = self:name_of(topic)
   if by_name[name] then return with_translation(explain(entry_of(name, by_name[name])), topic, name) end
   local word, other = same_name(name:match '[%w_]*$', names)
   if word then
      local facts = {}
      if word ~= name then facts[1] = ('is %s here'):format(word) end
      if other then facts[#facts + 1] = (facts[1] and '' or 'is ') .. 'another name of ' .. other end
      local ours = other or word
      return with_translation(('%s %s.\n\n%s'):format(name, table.concat(facts, ', '),
         explain(entry_of(ours, by_name[ours]))), topic, word)
   end
   local translation = translated(name)
   if translation then return translation end
   local close = near(name, names)
   if #close == 0 then return nil, ("no help on '%s'; tensor.help() lists the names"):format(name) end
   local list = table.concat(close, ', '):gsub(', ([^,]+)$', ' or %1')
   return nil, ("no help on '%s'; did you mean %s?"):format(name, list)
end

-- Adds help on the type objects: calling one makes a tensor or a storage.
local function document_types(module)
   local tensor_doc = 'makes a tensor of this type: of the given sizes (elements not set), from tables of elements, or '
      .. 'on the elements of a tensor or storage, without a copy'
   local storage_doc = 'makes a storage of this type: of the given size (elements not set), from a table, as a part of '
      .. 'another storage, over elements at an address that dataPtr returned, with memory from an allocator, or on a '
      .. 'file or shared memory, without a copy'
   local function note(name, doc, ...)
      for _, signature in ipairs { ... } do
         module.document { name = name, signature = signature, doc = doc, chapter = 'type' }
      end
   end
   local names = {}
   for name, value in next, module do
      if type(value) == 'table' then names[#names + 1] = name end
   end
   for _, name in ipairs(names) do
      if name:find 'Tensor$' then
         note(name, tensor_doc, 'size:sizes', 'elements:table', 'x:Tensor',
            's:Storage first:position=1 size:sizes? stride:sizes?')
      elseif name:find 'Storage$' then
         note(name, storage_doc, 'size:count=0', 'elements:table', 's:Storage first:position=1 size:count?',
            'size:count address:number', 'allocator:any size:any',
            'path:string shared:boolean=false size:count=0 segment:boolean=false offset:count=0')
      end
   end
end

-- Help on the methods of storages, which are not made from rows.
local storage_methods = {
   { 'size', 's:Storage', 'the number of elements' },
   { 'elementSize', 's:Storage', 'the size of an element in bytes' },
   { 'resize', 's:Storage size:count', 'changes the number of elements; new ones are not set' },
   { 'fill', 's:Storage value:number', 'sets every element to a number' },
   { 'copy', 's:Storage source:Storage', 'copies the elements of another storage of the same size, with conversion' },
   { 'totable', 's:Storage', 'the elements as a table' },
   { 'type', 's:Storage', "the name of the type, such as 'torch.FloatStorage'" },
   { 'string', 's:Storage text:string?', 'the bytes of a Byte or Char storage as a string; with text, gets its bytes' },
   { 'dataPtr', 's:Storage', 'the address of the first element, an integer' },
   { 'isReadOnly', 's:Storage', 'whether the elements cannot be written to' },
   { 'retain', 's:Storage', 'keeps the storage alive, whatever the collector does, until free or pushudata' },
   { 'free', 's:Storage', 'undoes retain' },
   { 'shareFilename', 's:Storage', 'the address of its manager, its name and the number of its elements, by which '
      .. "another process opens a storage that is shared by 'file'" },
   { 'newSharedFilename', 'address:string name:string size:count',
      'the storage that another process has shared: torch.FloatStorage.newSharedFilename(s:shareFilename())' },
   { 'new', 'arguments:any?', 'makes another storage of the same type; takes the arguments of its constructor' },
}

-- And on those of capsules.
local capsule_methods = {
   { 'DLPack.pointer', 'c:capsule', 'the address of the struct, which the capsule still owns' },
   { 'DLPack.release', 'c:capsule', 'the same address; its taker owns the struct and has to call the deleter once' },
   { 'DLPack.version', 'c:capsule', 'the version of the struct, 0 or 1' },
}

local function document_storages(module)
   for _, method in ipairs(storage_methods) do
      module.document { name = method[1], signature = method[2], doc = 'for a storage: ' .. method[3],
         chapter = 'storage', ismethod = true }
   end
   for _, method in ipairs(capsule_methods) do
      module.document { name = method[1], signature = method[2], doc = method[3], chapter = 'exchange',
         ismethod = true }
   end
end

-- Makes module.rows: the rows of the core, those noted so far, and those of every part of the module, which this loads.
local function make_rows(module, core_rows, noted)
   module.rows = core_rows()
   document_types(module)
   document_storages(module)
   for _, row in ipairs(noted) do table.insert(module.rows, row) end
   late.load_all()
end

-- Adds module.help. help(topic) prints; help.text(topic) returns the string; help.chapters() and help.entry(name)
-- return the parts from which doc/reference.lua makes its pages.
local function install(module)
   local help = setmetatable({ module = module }, Help)
   module.help = setmetatable({
      text = function(topic) return help:text(topic) end,
      chapters = function() return help:chapters() end,
      entry = function(name) return entry_of(name, (help:index())[name]) end,
   }, {
      __call = function(_, topic)
         local text, miss = help:text(topic)
         print(text or miss)
      end,
   })
   module.document { name = 'help', signature = 'name:any?', chapter = 'help',
      doc = 'prints how to call a function and what it does, or lists all names; help.text returns the text, '
      .. 'help.entry and help.chapters the parts that it is made from' }
   module.document { name = 'document', signature = 'row:table', chapter = 'help',
      doc = 'adds help on a function of your own; the row has the fields name, signature, doc and chapter' }
end

return { install = install, make_rows = make_rows, parse = parse, object_of = object_of }
