-- captured.lua: runs f; returns the text that it wrote with io.write, whether it succeeded, and its result or
-- error.
return function(f, ...)
   local write, texts = io.write, {}
   io.write = function(...) -- luacheck: ignore 122
      for k = 1, select('#', ...) do texts[#texts + 1] = tostring((select(k, ...))) end
   end
   local ok, value = pcall(f, ...)
   io.write = write -- luacheck: ignore 122
   return table.concat(texts), ok, value
end
