-- tensor/plot/errors.lua: errors of plots. Functions inside raise what is wrong; public ones put their name in front.
local errors = {}

function errors.fail(format, ...) error(format:format(...), 0) end

-- f with errors that name the function and the script's line.
function errors.public(name, f)
   return function(...)
      local ok, result = pcall(f, ...)
      if ok then return result end
      error(type(result) == 'string' and ('%s: %s'):format(name, result) or result, 2)
   end
end

return errors
