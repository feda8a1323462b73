-- modern.lua: the table of functions of NumPy and PyTorch (test/data/modern-api.tsv), read form by form. A form is
-- { name =, how = 'fn' or 'm', result = true if it takes a result in front, inplace = true if it changes its object,
-- counts = the least and the largest number of arguments, the object too and the results not, or nil where the form
-- does not say }.
local modern = {}

-- The chapters whose rows A and B are built; of nnfunc the rows named here.
local chapters = { elementwise = true, manipulation = true, search = true, linalg = true, fft = true, random = true,
   complex = true, format = true, quant = true, dtype = true }
local of_nnfunc = { softmax = true, logSoftmax = true, oneHot = true }

-- Rows that say what functions of other rows do: these are looked for there.
local function is_function(name) return name:find '^%a[%w]*$' ~= nil end

local function is_wanted(chapter, name, priority)
   return priority ~= 'C' and (chapters[chapter] or chapter == 'nnfunc' and of_nnfunc[name]) and is_function(name)
end

-- The other names in a text such as 'also atleast2d, atleast3d' or 'ihfft'.
local function names_in(text)
   local names = {}
   text = text:gsub('^also ', ''):gsub('^alias ', ''):gsub('%b()', '')
   for word in (text .. ','):gmatch '%s*([^,]*),' do
      if not is_function(word) then return {} end
      names[#names + 1] = word
   end
   return names
end

local optional = { ['[g,]'] = true, ['[first,]'] = true } -- what may stand in front and is no result

-- The least and the largest number of arguments in a text such as '([r,] x, n[, dim])'; one number for '(x, ...)'.
local function counts_of(text)
   local inside = text:match '(%b())'
   if not inside then return nil end
   local goes_on = inside:find '%.%.[^}]*%)$' ~= nil
   inside = inside:sub(2, -2):gsub('%b{}', 'T'):gsub('%s', '')
   local free = 0
   local fixed = inside:gsub('%b[]', function(part)
      if not part:find ',%]$' or optional[part] then free = free + 1 end
      return ''
   end):gsub(',%.+', '')
   local least = select(2, fixed:gsub('[^,]+', ''))
   return goes_on and { least } or { least, least + free }
end

local function form_of(name, text)
   if text:find '^fn' then
      local result = text:find '^fn %(%[%a+,%]' and not text:find '^fn %(%[g,'
      return { name = name, how = 'fn', result = result, counts = counts_of(text) }
   end
   if text == 'm' or text:find '^m ' then
      local counts = counts_of(text)
      for k, n in ipairs(counts or {}) do counts[k] = n + 1 end
      return { name = name, how = 'm', counts = counts,
         inplace = (text:find 'in place' or text:find 'changes') ~= nil }
   end
end

-- The forms of a row, those of its other names too.
local function forms_of(name, text)
   local forms, others = {}, {}
   text = text:gsub('^fn, m', 'fn ; m'):gsub('^m, fn', 'fn ; m'):gsub('^as clamp', 'fn')
   for part in (text .. ' ; '):gmatch '(.-) ; ' do
      local form = form_of(name, part)
      if form then forms[#forms + 1] = form end
      for _, other in ipairs(form and {} or names_in(part)) do others[#others + 1] = other end
   end
   for k = 1, #forms do
      for _, other in ipairs(others) do
         local form = forms[k]
         forms[#forms + 1] = { name = other, how = form.how, result = form.result, inplace = form.inplace }
      end
   end
   return forms
end

-- The rows, each { chapter =, name =, forms =, dtypes =, torch =, numpy = } with the peers' names, in the order of the
-- table.
function modern.rows()
   local rows = {}
   for line in io.lines 'test/data/modern-api.tsv' do
      local fields = {}
      for field in (line .. '\t'):gmatch '([^\t]*)\t' do fields[#fields + 1] = field end
      local chapter, name, forms, dtypes, priority = fields[1], fields[2], fields[3], fields[4], fields[9]
      if priority and is_wanted(chapter, name, priority) then
         rows[#rows + 1] = { chapter = chapter, name = name, forms = forms_of(name, forms), dtypes = dtypes,
            torch = fields[6], numpy = fields[7] }
      end
   end
   return rows
end

return modern
