-- tensor/help/errors.lua: examples of errors, by the name of the function that raises them. A line after > is
-- typed at the prompt, the line after it is the error. help_spec.lua runs them all and compares.
local errors = {}
local parts = {
   'elements', 'elementwise', 'views', 'arrange', 'numbers', 'linalg', 'search', 'draws', 'sparse', 'quantize', 'plot',
   'exchange', 'rest', 'shared', 'process',
}
for _, part in ipairs(parts) do
   for name, text in pairs(require('tensor.help.errors.' .. part)) do errors[name] = text end
end
return errors
