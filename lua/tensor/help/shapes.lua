-- tensor/help/shapes.lua: sizes and types of arguments and results, for functions whose rows do not give them.
-- The key is a name, or a signature that many rows share. (.., n, ..) is a tensor with a dimension of size n
-- among others.
local shapes = {}

local function share(text, names)
   for name in names:gmatch '%S+' do shapes[name] = text end
end

-- Point-wise operations.
share('any sizes -> the same sizes and type; a number -> a number', 'res!a:Operand res!a:Operandu:numberv:number')
share('any sizes -> the same sizes, a ByteTensor, or the BoolTensor given; a number -> a boolean',
   'mask!a:Operand')
share('a and b with sizes that broadcast or equal counts; one may be a number, which becomes one of the other\'s '
   .. 'type: to integers 0.5 is 0 -> the broadcast sizes, the type where both meet; two numbers -> a number',
   'res!a:Operandb:Operand res!a:Operandfactor:number=1b:Operand')
share('a and b as for add -> the broadcast sizes, a ByteTensor, or the BoolTensor given; two numbers -> a '
   .. 'boolean', 'mask!a:Operandb:Operand')
share('a, b and c with sizes that broadcast or equal counts -> the broadcast sizes, the type where they meet',
   'res!a:Tensorfactor:number=1b:Tensorc:Tensor')

-- Sizes, types and copies.
share('any sizes -> the same sizes', 'byte char short int long half float double bool bfloat16 uint16 typeAs real '
   .. 'contiguous clone type')
share('any sizes -> x itself, with that many elements changed', 'fill zero apply')
share('y of any type, with the sizes of x, sizes that broadcast to them, or as many elements -> x itself',
   'copy map')
shapes.map2 = 'y and z as y for map -> x itself'
shapes.resize = 'any sizes -> x itself with the sizes given; the elements keep their order in the storage'
shapes.resizeAs = 'any sizes -> x itself with the sizes of like, which may have any type'
shapes.set = 'any sizes -> x itself with the sizes, strides, storage and offset of y, or those given'
shapes.size = 'any sizes (n1, .., nd) -> a LongStorage of d elements, or a number'
shapes.stride = shapes.size
shapes.item = 'one element in any number of dimensions -> a number'
shapes.totable = '(n1, .., nd) -> tables in tables, d deep; a tensor without dimensions -> a number'
shapes.isSize = 'any sizes, and a LongStorage, a table or numbers -> a boolean'

-- Constructors. The type is that of the option dtype, {dtype = 'double'}, else of the result given, else the
-- default.
share('-> the sizes given, n1, n2, ... (at most 8), in the default type, that of the result given, or that of the '
   .. "option dtype", 'empty zeros ones full rand randn')
share('any sizes -> the same sizes and type, or the type of the option dtype',
   'emptyLike zerosLike onesLike fullLike')
shapes.eye = '-> (n, m) or (n, n)'
shapes.linspace = '-> (n)'
shapes.logspace = '-> (n)'
shapes.range = '-> (floor((last - first) / step) + 1)'
shapes.randperm = '-> (n); every type that can hold n'

-- Views share the elements of x.
shapes.narrow = '(.., n, ..) -> (.., count, ..), a view'
shapes.select = '(.., n, ..) -> (.., ..), a view; (n) -> a number'
shapes.sub = '(n1, n2, ..) -> (last1 - first1 + 1, ..), a view; dimensions without positions are whole'
shapes.transpose = '(.., n, .., m, ..) -> (.., m, .., n, ..), a view'
shapes.t = '(n, m) -> (m, n), a view'
shapes.permute = '(n1, .., nd) -> the sizes in that order, a view'
shapes.unfold = '(.., n, ..) -> (.., floor((n - size) / step) + 1, .., size), a view'
shapes.expand = '(.., 1, ..) -> (.., n, ..), a view with stride 0'
shapes.expandAs = '(.., 1, ..) -> the sizes of like, a view with stride 0'
shapes.diagonal = '(.., n, .., m, ..) -> (.., k), a view; the diagonal, offset above the main one, has k elements'
shapes.squeeze = '(.., 1, ..) -> (.., ..), a view; one element, without dim -> a number'
shapes.unsqueeze = '(n1, .., nd) -> (.., 1, ..), a view; at is from 1 to d + 1'
shapes.view = 'any sizes whose strides allow it -> the sizes given, with as many elements, a view'
shapes.viewAs = 'any sizes whose strides allow it -> the sizes of like, a view'
shapes.reshape = 'any sizes -> the sizes given, with as many elements; a view or a copy'
shapes.flatten = '(n1, .., nd) -> (n1 * .. * nd), a view or a copy'
shapes.asStrided = 'any sizes -> the sizes given, a view; strides count elements, offset is in the storage, from 1'
shapes.split = '(.., n, ..) -> a table of ceil(n / size) views (.., size, ..), the last one with the rest'
shapes.chunk = '(.., n, ..) -> a table of views (.., ceil(n / count), ..), the last one with the rest'
shapes.unbind = '(.., n, ..) -> a table of n views (.., ..)'

-- By mask and position.
shapes.maskedFill = 'x of any sizes; mask of sizes that broadcast to them, or with as many elements -> x, changed'
shapes.maskedCopy = 'x and mask as for maskedFill; y of at least as many elements as mask has ones -> x, changed'
shapes.maskedSelect = 'x and mask as for maskedFill -> (k), where mask has k ones; the type of x'
shapes.nonzero = '(n1, .., nd) -> (k, d), a LongTensor of positions from 1'
share('x (.., n, ..), idx (k) of positions from 1 to n -> (.., k, ..), the type of x', 'index indexSelect')
share('x (.., n, ..), idx (k) of positions from 1 to n, y (.., k, ..) of the type of x -> x, changed',
   'indexCopy indexAdd')
shapes.indexFill = 'x (.., n, ..), idx (k) of positions from 1 to n -> x, changed'
shapes.ipairs = 'x (n, ..) -> n times a position and x[position], a number if x is a vector'
shapes.gather = 'x (.., n, ..), idx (.., k, ..) of positions from 1 to n -> (.., k, ..), the type of x'
share('x (.., n, ..), idx (.., k, ..) of positions from 1 to n, y (.., k, ..), sizes that broadcast to it, or as many '
   .. 'elements, of the type of x -> x, changed', 'scatter scatterAdd')
shapes.cat = '(.., n, ..) and (.., m, ..), otherwise equal -> (.., n + m, ..); dim may be one beyond the last; empty '
   .. 'vectors are skipped'
shapes.repeatTensor = '(n1, .., nd) -> (times1 * n1, ..); with more times than dimensions, new ones in front'
share('(n, m) -> (n, m); k counts from the main diagonal, above it is positive', 'tril triu')
shapes.diag = '(n, m) -> (length of diagonal k); (n) -> (n + |k|, n + |k|)'
shapes.trace = '(n, m) -> a number'

-- Reductions.
share('any sizes -> a number; over dim: (.., n, ..) -> (.., 1, ..), the type of x', 'sum prod')
share('any sizes of a floating type -> a number; over dim: (.., n, ..) -> (.., 1, ..), the type of x',
   'mean var std norm')
share('any sizes -> a boolean; over dim: (.., n, ..) -> (.., 1, ..), a ByteTensor, or the BoolTensor given', 'all any')
share('any sizes -> a number; over dim: (.., n, ..) -> (.., 1, ..) twice: the type of x, and a LongTensor of positions '
   .. 'from 1', 'max min')
share('any sizes -> a number, from 1; over dim: (.., n, ..) -> (.., 1, ..), a LongTensor of positions from 1',
   'argmax argmin')
share('(.., n, ..) -> the same sizes and type', 'cumsum cumprod')

-- Sorting and selection.
shapes.sort = '(.., n, ..) -> the same sizes twice: the type of x, and a LongTensor of positions from 1'
shapes.argsort = '(.., n, ..) -> the same sizes, a LongTensor of positions from 1'
shapes.topk = '(.., n, ..) -> (.., k, ..) twice: the type of x, and a LongTensor of positions from 1'
share('(.., n, ..) -> (.., 1, ..) twice: the type of x, and a LongTensor of positions from 1', 'kthvalue median mode')
shapes.histc = 'any sizes of a floating type -> (bins), the type of x; min = max takes the range of the elements'
shapes.bhistc = '(.., m) of a floating type -> (.., bins), the type of x'

-- Products. All operands have one type.
shapes.dot = 'a and b with equal counts of elements -> a number'
shapes.mv = '(n, m) and (m) -> (n)'
shapes.mm = '(n, k) and (k, m) -> (n, m)'
shapes.bmm = '(b, n, k) and (b, k, m) -> (b, n, m)'
shapes.ger = '(n) and (m) -> (n, m)'
shapes.matmul = '(n) and (n) -> a number; (n, m) and (m) -> (n); (n) and (n, m) -> (m); (n, k) and (k, m) -> (n, m); '
   .. '(b, n, k) and (b, k, m) -> (b, n, m)'
shapes.addmv = 'M of sizes that broadcast to (n); (n, m) and (m) -> (n)'
shapes.addmm = 'M of sizes that broadcast to (n, m); (n, k) and (k, m) -> (n, m)'
shapes.addr = 'M of sizes that broadcast to (n, m); (n) and (m) -> (n, m)'
shapes.baddbmm = 'M of sizes that broadcast to (b, n, m); (b, n, k) and (b, k, m) -> (b, n, m)'
shapes.addbmm = 'M of sizes that broadcast to (n, m); (b, n, k) and (b, k, m) -> (n, m)'

-- Linear algebra. half and bfloat16 are computed in float.
shapes.inverse = '(n, n) of a floating type -> (n, n)'
shapes.gesv = 'b (n, k), or (n) as if (n, 1), a (n, n), of one floating type -> (n, k) and (n, n)'
shapes.trtrs = 'b (n, k), or (n) as if (n, 1), a (n, n), of one floating type -> (n, k), and (n, n), a copy of a'
shapes.gels = 'b (m, k), or (m) as if (m, 1), a (m, n), of one floating type -> (n, k) and (m, n)'
shapes.symeig = '(n, n) of a floating type -> (n), and (n, n) for V; for N vectors is left as given, or empty'
shapes.eig = '(n, n) of a floating type -> (n, 2), and (n, n) for V; for N vectors is left as given, or empty'
shapes.svd = '(m, n) of a floating type, k = min(m, n) -> (m, k), (k) and (n, k); for A (m, m), (k) and (n, n)'
shapes.qr = '(m, n) of a floating type, k = min(m, n) -> (m, k) and (k, n)'
shapes.geqrf = '(m, n) of a floating type -> (m, n) and (min(m, n))'
shapes.orgqr = '(m, n) and (k), the results of geqrf -> (m, min(m, n))'
shapes.ormqr = 'a (m, n) and tau (k), the results of geqrf; c (m, j), or (j, m) for R -> the sizes of c'
shapes.potrf = '(n, n) of a floating type, of which one triangle is read -> (n, n), 0 in the other triangle'
shapes.potri = '(n, n) -> (n, n)'
shapes.potrs = 'b (n, k), or (n) as if (n, 1), factor (n, n), of one floating type -> (n, k)'
shapes.pstrf = '(n, n) of a floating type -> (n, n), and an IntTensor (n) of positions from 1'

-- Functions.
share('pictures (h, w) and kernels (i, j) -> (h - i + 1, w - j + 1), for F (h + i - 1, w + j - 1); x (p, h, w) and '
   .. 'kernel (p, i, j) -> p pictures; x (p, h, w) and kernel (q, p, i, j) -> q pictures; all types but bool',
   'conv2 xcorr2')
share('volumes (t, h, w) and kernels (k, i, j) -> (t - k + 1, h - i + 1, w - j + 1), for F (t + k - 1, ..); lists of '
   .. 'p, and q lists of p kernels, as for conv2; all types but bool', 'conv3 xcorr3')
shapes.lerp = 'a and b of one floating type, with sizes that broadcast -> the broadcast sizes, that type'
shapes.equal = 'any sizes, one type -> a boolean'
shapes.dist = 'a and b of one floating type, with equal counts of elements -> a number'
shapes.cross = '(.., 3, ..) twice -> (.., 3, ..), the type of both'
shapes.renorm = '(.., n, ..) of a floating type -> the same sizes and type'
shapes.match = '(n, k) and (m, k) of one type -> (n, m), that type'

-- Random numbers.
share('x of any sizes of a floating type -> x itself, all elements drawn; without a tensor, a number',
   'uniform normal cauchy logNormal exponential')
share('x of any sizes and type -> x itself, all elements drawn; without a tensor, a number', 'geometric random')
shapes.bernoulli = 'x of any sizes and type -> x itself, all elements drawn; p a number, or a tensor of a floating '
   .. 'type with as many elements; without a tensor, a number'
shapes.multinomial = 'weights (m) -> (n), or (k, m) -> (k, n), a LongTensor of positions from 1; weights of '
   .. 'a floating type'
shapes.multinomialAliasSetup = 'weights (m) of a floating type -> a table of two tensors (m)'
shapes.multinomialAlias = 'a LongTensor of any sizes -> the same, positions from 1'
shapes.multinomialAliasSetup_ = 'weights (m) of a floating type -> a LongTensor (m) and a tensor (m) of that type'
shapes.multinomialAlias_ = 'a LongTensor of any sizes, the tables (m) and (m) -> the LongTensor, positions from 1'

-- Returns the sizes and types for a row of module.rows, or nil.
return function(row)
   return shapes[row.name] or shapes[(row.signature:gsub(' ', ''))]
end
