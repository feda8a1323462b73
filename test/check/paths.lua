-- Rule: no file names a folder of somebody's machine.
local patterns = { '/home/%w', '/root/', '/Users/%w', '/wor' .. 'k/', '/bash' .. '_jobs' }

return {
   name = 'no paths of one machine',
   check = function(tree, report)
      for path, text in tree:each('') do
         if path ~= 'test/check/paths.lua' and not text:find('%z') then
            for number, line in tree.lines(text) do
               for _, pattern in ipairs(patterns) do
                  if (' ' .. line):find('[^%w%.%-_}]' .. pattern) then
                     report(path, number, 'names ' .. line:match(pattern .. '[%w/]*'))
                  end
               end
            end
         end
      end
   end,
   good = {
      { files = { ['README.md'] = 'see ../root/ and lib/work/x, http://x.y/root/ and $top/work/\n' } },
   },
   bad = {
      { files = { ['README.md'] = 'cd /home/someone/tensor\n' } },
      { files = { ['script/run'] = 'dir=/root/tensor\n' } },
      { files = { ['a.c'] = '/Users/me/x' } },
   },
}
