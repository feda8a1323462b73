-- tensor/help/examples/lapack.lua: examples of linear algebra (the form is in tensor/help/examples.lua).
return {
   inverse = [[
> tensor.inverse(tensor.FloatTensor {{1, 2}, {3, 4}})
-2.0000  1.0000
 1.5000 -0.5000
[torch.FloatTensor of size 2x2]
]],
   gesv = [[
> a = tensor.DoubleTensor {{2, 1}, {1, 3}}
> x = tensor.gesv(tensor.DoubleTensor {5, 10}, a)
> x:round()
 1
 3
[torch.DoubleTensor of size 2x1]
]],
   trtrs = [[
> u = tensor.DoubleTensor {{2, 1}, {0, 4}}
> x = tensor.trtrs(tensor.DoubleTensor {4, 8}, u)
> x:round()
 1
 2
[torch.DoubleTensor of size 2x1]
]],
   gels = [[
> line = tensor.DoubleTensor {{1, 1}, {1, 2}, {1, 3}}
> x = tensor.gels(tensor.DoubleTensor {1, 2, 4}, line)
> x
-0.6667
 1.5000
[torch.DoubleTensor of size 2x1]
]],
   symeig = [[
> a = tensor.DoubleTensor {{4, 1}, {1, 4}}
> e, v = tensor.symeig(a, 'V')
> e:round()
 3
 5
[torch.DoubleTensor of size 2]
> (a - v * tensor.diag(e) * v:t()):abs():max() < 1e-12
true
]],
   eig = [[
> e = tensor.eig(tensor.DoubleTensor {{1, -2}, {1, 3}})
> e:round()
 2  1
 2 -1
[torch.DoubleTensor of size 2x2]
]],
   svd = [[
> a = tensor.DoubleTensor {{3, 0}, {0, 2}, {0, 0}}
> u, s, v = tensor.svd(a)
> s:round()
 3
 2
[torch.DoubleTensor of size 2]
> (a - u * tensor.diag(s) * v:t()):abs():max() < 1e-12
true
]],
   qr = [[
> a = tensor.DoubleTensor {{3, 5}, {4, 0}}
> q, r = tensor.qr(a)
> r:round()
-5 -3
 0 -4
[torch.DoubleTensor of size 2x2]
> (a - q * r):abs():max() < 1e-12
true
]],
   geqrf = [[
> a = tensor.DoubleTensor {{3, 5}, {4, 0}}
> m, tau = tensor.geqrf(a)
> tensor.triu(m):round()
-5 -3
 0 -4
[torch.DoubleTensor of size 2x2]
]],
   orgqr = [[
> a = tensor.DoubleTensor {{3, 5}, {4, 0}}
> q = tensor.orgqr(tensor.geqrf(a))
> q
-0.6000 -0.8000
-0.8000  0.6000
[torch.DoubleTensor of size 2x2]
]],
   ormqr = [[
> a = tensor.DoubleTensor {{3, 5}, {4, 0}}
> m, tau = tensor.geqrf(a)
> tensor.ormqr(m, tau, tensor.DoubleTensor {{5}, {10}}, 'L', 'T'):round()
-11
  2
[torch.DoubleTensor of size 2x1]
]],
   potrf = [[
> tensor.potrf(tensor.DoubleTensor {{4, 2}, {2, 10}})
 2  1
 0  3
[torch.DoubleTensor of size 2x2]
> (pcall(tensor.potrf, tensor.DoubleTensor {{1, 2}, {2, 1}}))
false
]],
   potri = [[
> a = tensor.DoubleTensor {{4, 2}, {2, 2}}
> tensor.potri(tensor.potrf(a))
 0.5000 -0.5000
-0.5000  1.0000
[torch.DoubleTensor of size 2x2]
]],
   potrs = [[
> a = tensor.DoubleTensor {{4, 2}, {2, 10}}
> tensor.potrs(tensor.DoubleTensor {8, 22}, tensor.potrf(a)):round()
 1
 2
[torch.DoubleTensor of size 2x1]
]],
   pstrf = [[
> u, pivots = tensor.pstrf(tensor.DoubleTensor {{4, 0}, {0, 9}})
> u
 3  0
 0  2
[torch.DoubleTensor of size 2x2]
> pivots
 2
 1
[torch.IntTensor of size 2]
]],
}
