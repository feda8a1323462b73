-- reference.lua: pages on every function, made from the rows of the module, as help is: a page a chapter.
-- script/reference writes them; test/check/reference.lua compares what is there with what the rows give.
local folder = 'doc/reference/'

local function block(lines, language, text)
   lines[#lines + 1] = ('```%s\n%s\n```\n'):format(language, (text:gsub('%s*$', '')))
end

local function in_columns(forms)
   local lines = {}
   for k, form in ipairs(forms) do
      lines[k] = form[2] and ('%s   -- %s'):format(form[1], form[2]) or form[1]
   end
   return table.concat(lines, '\n')
end

local function cell(text) return (text:gsub('|', '\\|')) end

-- Everything below the heading.
local function body_of(entry)
   local lines = {}
   for k, doc in ipairs(entry.docs) do lines[k] = doc .. '\n' end
   if #entry.forms > 0 then block(lines, 'lua', in_columns(entry.forms)) end
   if #entry.arguments > 0 then
      lines[#lines + 1] = '| argument | |\n|---|---|'
      for _, argument in ipairs(entry.arguments) do
         lines[#lines + 1] = ('| `%s` | %s |'):format(argument[1], cell(argument[2]))
      end
      lines[#lines + 1] = ''
   end
   for _, sizes in ipairs(entry.sizes) do lines[#lines + 1] = ('Sizes and types: %s\n'):format(sizes) end
   if entry.example then block(lines, 'text', entry.example) end
   if entry.errors then
      lines[#lines + 1] = 'Errors:\n'
      block(lines, 'text', entry.errors)
   end
   return table.concat(lines, '\n')
end

-- Entries that differ in nothing but the name share a section.
local function sections(chapter, entry)
   local list, known = {}, {}
   for _, name in ipairs(chapter.names) do
      local body = body_of(entry(name))
      local key = body:gsub('%f[%w]' .. name:gsub('%p', '%%%0') .. '%f[%W]', '?')
      if not known[key] then
         known[key] = { names = {}, body = body }
         list[#list + 1] = known[key]
      end
      table.insert(known[key].names, name)
   end
   return list
end

local function page(chapter, entry)
   local lines = { ('# %s\n'):format(chapter.title:gsub('^%l', string.upper)),
      'Made from the rows by `script/reference`; [the first page](README.md) says how to read it.\n' }
   for _, section in ipairs(sections(chapter, entry)) do
      lines[#lines + 1] = ('## %s\n'):format(table.concat(section.names, ', '))
      lines[#lines + 1] = section.body
   end
   return table.concat(lines, '\n')
end

local preface = [[
# Reference

Every function and method, a page a chapter, made from the rows of the module by `script/reference`; `tensor.help
'name'` prints the same. What stands behind `>` is typed at the prompt; a test runs all of it and compares.

* **Forms**: what stands in brackets may be left out. `tensor.f([r,] x)` takes a tensor for its result in front: it
  gets the size that is needed, and is returned; without it, a new one is made. A method whose form says that it
  changes an object writes there and returns it. `require 'torch'` offers the same as `torch.f`.
* **Counting** is from 1: positions, dimensions, offsets. Dimensions and ranges may be negative, counted from the end.
  Sizes and strides count elements.
* **Sizes and types**: `(.., n, ..)` is a tensor with a dimension of size n among others. Sizes broadcast from the
  last dimension on: equal, or one of them 1. Tensors of one call have one element type unless a text says otherwise;
  floating types are half, bfloat16, float and double. Integers wrap, and are truncated towards 0 where a float
  becomes one.
* **Errors** are Lua errors; the arguments and the result are as they were before the call. Every function raises one
  for arguments that fit none of its forms, and names what came and the forms; for a result that is expanded, or whose
  type is another; for sizes, positions and counts that are no whole numbers; and where memory is short. Beneath each
  function stand its own.

| chapter | |
|---|---|
]]

-- { [path] = text } of all pages.
return function(tensor)
   local pages, contents = {}, {}
   for _, chapter in ipairs(tensor.help.chapters()) do
      pages[folder .. chapter.chapter .. '.md'] = page(chapter, tensor.help.entry)
      contents[#contents + 1] = ('| [%s](%s.md) | %s |\n'):format(chapter.title, chapter.chapter,
         table.concat(chapter.names, ', '))
   end
   pages[folder .. 'README.md'] = preface .. table.concat(contents)
   return pages
end
