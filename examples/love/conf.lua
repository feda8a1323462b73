function love.conf(t)
   t.identity = 'tensor_pond'
   t.window.title, t.window.width, t.window.height = 'Pond', 800, 600
end
