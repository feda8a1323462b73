function love.conf(t)
   t.identity, t.window = os.getenv 'HOST_IDENTITY', false
   for _, name in ipairs { 'audio', 'graphics', 'joystick', 'mouse', 'physics', 'sound', 'touch', 'video', 'window' } do
      t.modules[name] = false
   end
end
