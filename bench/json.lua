-- json.lua: JSON for the results of script/bench. Names that come first in an object are given in an order; a table
-- without tables in it is written on one line, so that a file of results reads as a table and differs line by line.
-- Invariant: what encode writes, decode reads back equal; numbers that are not whole keep six digits.
local json = {}

local order = {}
for place, name in ipairs { 'processor', 'cores', 'caches', 'now', 'before', 'date', 'versions', 'bandwidth', 'threads',
   'name', 'group', 'unit', 'tensor', 'one', 'library', 'numpy', 'torch', 'ratio', 'median_ratio', 'library_ratio',
   'aim', 'ok', 'share', 'speedup' } do
   order[name] = place
end

local function sorted_names(object)
   local names = {}
   for name in pairs(object) do names[#names + 1] = name end
   table.sort(names, function(a, b)
      local first, second = order[a] or math.huge, order[b] or math.huge
      if first ~= second then return first < second end
      return a < b
   end)
   return names
end

local escapes = { ['"'] = '\\"', ['\\'] = '\\\\', ['\n'] = '\\n', ['\t'] = '\\t', ['\r'] = '\\r' }

local function quoted(text)
   return '"' .. text:gsub('[%c"\\]', function(c) return escapes[c] or ('\\u%04x'):format(c:byte()) end) .. '"'
end

local function is_flat(value)
   for _, v in pairs(value) do
      if type(v) == 'table' then return false end
   end
   return true
end

local encode

local function items(value, depth)
   local texts = {}
   if #value > 0 or next(value) == nil then
      for k, v in ipairs(value) do texts[k] = encode(v, depth + 1) end
      return texts, '[', ']'
   end
   for k, name in ipairs(sorted_names(value)) do
      texts[k] = quoted(name) .. ': ' .. encode(value[name], depth + 1)
   end
   return texts, '{', '}'
end

function encode(value, depth)
   if type(value) == 'string' then return quoted(value) end
   if type(value) == 'number' then
      if value ~= value or math.abs(value) == math.huge then return 'null' end
      return (value % 1 == 0 and math.abs(value) < 1e15 and '%d' or '%.6g'):format(value)
   end
   if type(value) ~= 'table' then return tostring(value) end
   local texts, open, close = items(value, depth)
   if is_flat(value) then return open .. table.concat(texts, ', ') .. close end
   local margin = '\n' .. ('  '):rep(depth + 1)
   return open .. margin .. table.concat(texts, ',' .. margin) .. '\n' .. ('  '):rep(depth) .. close
end

function json.encode(value) return encode(value, 0) end

local function fail(text, at, wanted)
   local _, line = text:sub(1, at):gsub('\n', '')
   error(('line %d: %s expected, not %q'):format(line + 1, wanted, text:sub(at, at + 9)), 0)
end

local function skip(text, at) return text:find('[^ \t\r\n]', at) or #text + 1 end

local plain = { n = '\n', t = '\t', r = '\r', b = '\b', f = '\f' }

-- A string whose opening quote is at at; returns it and the place after it. Escaped code points above 255 are '?'.
local function string_at(text, at)
   local parts, from = {}, at + 1
   while true do
      local stop = text:find('["\\]', from) or fail(text, at, 'a string that ends')
      parts[#parts + 1] = text:sub(from, stop - 1)
      if text:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
      local code = text:match('^u(%x%x%x%x)', stop + 1)
      local c = text:sub(stop + 1, stop + 1)
      local number = code and tonumber(code, 16)
      parts[#parts + 1] = number and (number < 256 and string.char(number) or '?') or plain[c] or c
      from = stop + (code and 6 or 2)
   end
end

local value_at

-- The items of an array or object from at, which is after the opening bracket.
local function items_at(text, at, close, item)
   local result = {}
   at = skip(text, at)
   if text:sub(at, at) == close then return result, at + 1 end
   while true do
      at = skip(text, item(result, at))
      local c = text:sub(at, at)
      if c == close then return result, at + 1 end
      if c ~= ',' then fail(text, at, ', or ' .. close) end
      at = skip(text, at + 1)
   end
end

local words = { ['true'] = true, ['false'] = false }

function value_at(text, at)
   local c = text:sub(at, at)
   if c == '"' then return string_at(text, at) end
   if c == '[' then
      return items_at(text, at + 1, ']', function(list, from)
         local value, after = value_at(text, from)
         list[#list + 1] = value
         return after
      end)
   end
   if c == '{' then
      return items_at(text, at + 1, '}', function(object, from)
         if text:sub(from, from) ~= '"' then fail(text, from, 'a name') end
         local name, after = string_at(text, from)
         after = skip(text, after)
         if text:sub(after, after) ~= ':' then fail(text, after, ':') end
         local value
         value, after = value_at(text, skip(text, after + 1))
         object[name] = value
         return after
      end)
   end
   local word = text:match('^[%w%.%+%-]+', at) or fail(text, at, 'a value')
   local value = words[word]
   if value == nil and word ~= 'null' then value = tonumber(word) or fail(text, at, 'a value') end
   return value, at + #word
end

-- The values of a text one after the other: one of a file, as many as it has lines where each line is a value.
function json.decode(text)
   local values, at = {}, skip(text, 1)
   while at <= #text do
      local value
      value, at = value_at(text, at)
      values[#values + 1] = value
      at = skip(text, at)
   end
   return values
end

return json
