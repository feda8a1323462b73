-- tensor/help/errors.lua: examples of errors, by the name of the function that raises them. A line after > is
-- typed at the prompt, the line after it is the error. help_spec.lua runs them all and compares.
local errors = {}
for _, part in ipairs { 'elements', 'views', 'numbers', 'rest' } do
   for name, text in pairs(require('tensor.help.errors.' .. part)) do errors[name] = text end
end
return errors
