-- tensor/help/errors.lua: errors by the name of the function that raises them. What stands behind > is typed at the
-- prompt, the next line is the error; help_spec.lua runs them all and compares.
local errors = {}
for _, part in ipairs { 'elements', 'views', 'numbers', 'rest' } do
   for name, text in pairs(require('tensor.help.errors.' .. part)) do errors[name] = text end
end
return errors
