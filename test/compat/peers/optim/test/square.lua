-- f(x) = x * x and its gradient.
return function(x)
   return x[1] ^ 2, x * 2
end
