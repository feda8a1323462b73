-- tensor/help/shapes.lua: sizes and types of arguments and results, for functions whose rows do not give them.
-- The key is a name, or a signature that many rows share. (.., n, ..) is a tensor with a dimension of size n
-- among others.
local shapes = {}

local function share(text, names)
   for name in names:gmatch '%S+' do shapes[name] = text end
end

-- Point-wise operations.
share('any sizes -> the same sizes and type; a number -> a number', 'res!a:Operand res!a:Operandu:complexv:complex')
share('any sizes -> the same sizes, a ByteTensor, or the BoolTensor given; a number -> a boolean',
   'mask!a:Operand')
share('a and b with sizes that broadcast or equal counts; one may be a number, which becomes one of the other\'s '
   .. 'type: to integers 0.5 is 0 -> the broadcast sizes, the type where both meet; two numbers -> a number',
   'res!a:Operandb:Operand res!a:Operandfactor:complex=1b:Operand')
share('a and b as for add -> the broadcast sizes, a ByteTensor, or the BoolTensor given; two numbers -> a '
   .. 'boolean', 'mask!a:Operandb:Operand')
share('a, b and c with sizes that broadcast or equal counts -> the broadcast sizes, the type where they meet',
   'res!a:Tensorfactor:complex=1b:Tensorc:Tensor')

-- Functions made of several of these, or with arguments of their own.
shapes.clamp = 'a, lo and hi with sizes that broadcast; limits may be numbers, one may be nil; a result in front '
   .. 'wants both, or a nil for the lower one -> the broadcast sizes, '
   .. 'the type where they meet'
shapes.round = 'any sizes -> the same sizes and type; a number -> a number'
shapes.logit = shapes.round
shapes.polygamma, shapes.mvlgamma = shapes.round, shapes.round
shapes.nanToNum = 'any sizes and type -> the same sizes and type'
share('a and b as for add -> the broadcast sizes, the type where both meet', 'cdiv div')
shapes.trueDivide = 'a and b as for add -> the broadcast sizes, the type where both meet, or the default type for '
   .. 'integers'
shapes.floatPower = 'a and b as for add -> the broadcast sizes, a DoubleTensor, or a ComplexDoubleTensor'
shapes.divmod = 'a and b as for add -> two tensors of the broadcast sizes and the type where both meet'
shapes.frexp = 'any sizes, a floating type -> the same sizes and type, and an IntTensor of the same sizes'
shapes.modf = 'any sizes, a floating type -> two tensors of the same sizes and type'
shapes.isclose = 'a and b as for add -> the broadcast sizes, a ByteTensor, or the BoolTensor given'
shapes.allclose = 'a and b as for add -> a boolean'
shapes.where = 'cond, a and b with sizes that broadcast; a and b may be numbers -> the broadcast sizes, the type where '
   .. 'a and b meet, the default type for two numbers; cond alone, of any type -> a table of a LongTensor (n) for each '
   .. 'dimension'

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
shapes.toMkldnn = 'a FloatTensor of 1 to 5 dimensions -> a tensor of the same sizes'
shapes.toDense = 'any sizes -> a strided tensor of the same sizes and element type'
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
shapes.arange = '-> (ceil((last - first) / step)), at least 0'
shapes.range = '-> (floor((last - first) / step) + 1)'
shapes.randperm = '-> (n); every type that can hold n'

-- Sparse tensors: s sparse dimensions in front of dense ones (m, ..), and n entries.
shapes.sparse = 'indices (s, n) and values (n, m, ..), copied -> the sizes given, or the largest indices and m, ..; '
   .. 'the type of the values'
shapes.sparseCSR = 'crow (rows + 1), col and values (n), copied -> (rows, columns)'
share('any sizes -> the same sizes, sparse', 'toSparse sparseMask')
shapes.toCSR = '(rows, columns) -> the same sizes, compressed rows'
share('sparse, any sizes -> the same sizes', 'toDense coalesce')
share('sparse, any sizes -> a number', 'nnz sparseDim')
share('sparse, any sizes -> a boolean', 'isCoalesced isSparse')
shapes.indices = 'sparse, s sparse dimensions, n entries -> (s, n), from 1; a copy'
shapes.values = 'sparse, n entries -> (n, m, ..), shared'
shapes.crowIndices = 'compressed rows -> (rows + 1), from 1; a copy'
shapes.colIndices = 'compressed rows, n entries -> (n), from 1; a copy'
shapes.triangularSolve = 'b (n) or (n, m), A sparse (n, n); floating types -> the size of b'

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
shapes.unsqueeze = '(n1, .., nd) -> (.., 1, ..), a view; at is from 1 to d + 1, or from -d - 1 to -1'
shapes.view = 'any sizes whose strides allow it -> the sizes given, with as many elements, a view'
shapes.viewAs = 'any sizes whose strides allow it -> the sizes of like, a view'
shapes.reshape = 'any sizes -> the sizes given, with as many elements; a view or a copy'
shapes.flatten = '(n1, .., nd) -> (n1 * .. * nd), or (.., a * .. * b, ..); a view or a copy'
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
share('(.., n, m) -> the same sizes; k counts from the main diagonal, above it is positive', 'tril triu')
shapes.diag = '(n, m) -> (length of diagonal k); (n) -> (n + |k|, n + |k|)'
shapes.trace = '(n, m) -> a number'

-- Lists of views.
shapes.tensorSplit = '(.., n, ..) -> a table of views (.., k, ..), which may be empty; n of them, or one more than '
   .. 'positions'
share('(n, m, l, ..), at least as many dimensions -> a table of views along the second, first or third one',
   'hsplit vsplit dsplit')
shapes.meshgrid = '(n1), .., (nd) -> a table of d views (n1, .., nd), with xy (n2, n1, ..)'
shapes.broadcastTensors = 'sizes that broadcast -> a table of views of the common size'
shapes.broadcastShapes = '-> a LongStorage'
shapes.movedim = '(n1, .., nd) -> the sizes in another order, a view'
share('(.., n, m) -> (.., m, n), a view', 'mT adjoint')
shapes.broadcastTo = shapes.expand
share('() -> (1, ..); (n) -> (n), (1, n), (1, n, 1); (n, m) -> (n, m), (n, m), (n, m, 1); a view',
   'atleast1d atleast2d atleast3d')
shapes.unflatten = '(.., n * m, ..) -> (.., n, m, ..), a view'

-- Elements in other places.
shapes.stack = 'k times (n, ..) -> (k, n, ..), or k at dim'
shapes.concat = shapes.cat
shapes.hstack = '(n, m1, ..), (n, m2, ..) .. -> (n, m1 + m2 + .., ..); (n1), (n2) .. -> (n1 + n2 + ..)'
shapes.vstack = '(n1, m, ..), (n2, m, ..) .. -> (n1 + n2 + .., m, ..); (m) counts as (1, m)'
shapes.dstack = '(n, m, k1, ..), .. -> (n, m, k1 + .., ..); (m) counts as (1, m, 1), (n, m) as (n, m, 1)'
shapes.columnStack = '(n), .. -> (n, number of them); (n, m) counts as m of them'
shapes.blockDiag = '(n1, m1), (n2, m2) .. -> (n1 + n2 + .., m1 + m2 + ..); (m) counts as (1, m), a '
   .. 'number as (1, 1)'
shapes.cartesianProd = '(n1), .., (nd) -> (n1 * .. * nd, d); (n) alone -> (n)'
shapes.combinations = '(m) -> (m over n, n)'
share('any sizes -> the same sizes and type', 'flip roll')
share('(n, m, ..) -> the same sizes and type', 'fliplr flipud')
shapes.rot90 = '(.., n, .., m, ..) -> the same sizes, or with n and m exchanged'
shapes.tile = '(n1, .., nd) -> (.., times * nd); with more times than dimensions, new ones in front'
shapes.repeatInterleave = '(.., m, ..) -> (.., n * m, ..), or the sum of m counts; without dim of (m1 * .. * md)'
shapes.pad = '(.., n, m) -> (.., before2 + n + after2, before1 + m + after1)'
shapes.diagEmbed = '(.., n) -> (.., n + |offset|, n + |offset|)'
shapes.diagflat = 'n elements in any sizes -> (n + |offset|, n + |offset|)'
share('-> (2, k), a LongTensor of positions from 1', 'trilIndices triuIndices')
shapes.fillDiagonal = '(n, m), or equal sizes -> x, changed'
shapes.vander = '(m) -> (m, n); without n (m, m)'
shapes.take = 'x of any sizes, idx of positions from 1, or from -1 at the end -> the sizes of idx, the type of x'
shapes.takeAlongDim = 'x (.., n, ..), idx (.., k, ..), whose other sizes broadcast -> (.., k, ..), the type of x'
shapes.put = 'x of any sizes, idx as for take, values that broadcast to it or have as many elements -> x, changed'
shapes.indexPut = 'x (n1, .., nd, ..), d LongTensors or tables of positions whose sizes broadcast to (b, ..), values '
   .. 'to (b, .., ..) -> x, changed'
shapes.scatterReduce = 'x (.., n, ..), idx (.., k, ..) of positions from 1 to n, y (.., k, ..) -> x, changed'
shapes.ravelMultiIndex = 'd LongTensors or tables of positions whose sizes broadcast, d sizes -> the broadcast sizes, '
   .. 'a LongTensor'
shapes.unravelIndex = 'a LongTensor of any sizes, d sizes -> d LongTensors of its sizes'

-- Quantized tensors.
share('any sizes of a floating type -> the same sizes, a new tensor of dtype', 'quantizePerTensor '
   .. 'quantizePerTensorDynamic')
shapes.quantizePerChannel = '(.., n, ..) of a floating type, scales (n), zeroPoints (n) -> the same sizes, a new '
   .. 'tensor of dtype'
shapes.dequantize = 'any sizes of a quantized tensor -> the same sizes, a FloatTensor'
shapes.fakeQuantizePerTensor = 'any sizes of a floating type -> the same sizes and type'
shapes.fakeQuantizePerChannel = '(.., n, ..) of a floating type, scales (n), zeroPoints (n) -> the same sizes and type'
shapes.quantizedLinear = 'x (n, in), a QUInt8Tensor or QInt8Tensor with one scale; w (out, in), a QInt8Tensor with one '
   .. 'scale or one for each row; bias (out), floating -> (n, out), quantized; of the dtype of x unless said'
shapes.intRepr = 'any sizes of a quantized tensor -> the same sizes; a CharTensor, ByteTensor or IntTensor'
share('(n1, .., nd), quantized per channel -> a vector; with float parameters, a FloatTensor',
   'qPerChannelScales qPerChannelZeroPoints')

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

-- Along a dimension. Over a table of dims these all have size 1.
share('any sizes -> a number; over dim: (.., n, ..) -> (.., 1, ..), the type of x', 'amax amin ptp nansum nanprod')
share('any sizes of a floating type -> a number; over dim: (.., n, ..) -> (.., 1, ..), the type of x',
   'nanmean nanvar nanstd logsumexp')
shapes.countNonzero = 'any sizes -> a number; over dim: (.., n, ..) -> (.., 1, ..), a LongTensor'
shapes.aminmax = 'any sizes -> two numbers; over dim: (.., n, ..) -> (.., 1, ..) twice, the type of x'
share('any sizes of a floating type -> two numbers; over dim: (.., n, ..) -> (.., 1, ..) twice, the type of x',
   'varMean stdMean')
share('any sizes of a floating type -> a number; over dim: (.., n, ..) -> (.., 1, ..) twice: the type of x, and a '
   .. 'LongTensor of positions from 1', 'nanmax nanmin')
share('any sizes of a floating type -> a number, from 1; over dim: (.., n, ..) -> (.., 1, ..), a LongTensor of '
   .. 'positions from 1', 'nanargmax nanargmin')
share('(.., n, ..) of a floating type -> the same sizes and type', 'logcumsumexp softmax logSoftmax')
share('(.., n, ..) -> the same sizes twice: the type of x, and a LongTensor of positions from 1', 'cummax cummin')
shapes.diff = '(.., m, ..) -> (.., max(m - n, 0), ..), the type of x; prepend and append: the sizes of x but for dim'
shapes.trapz = '(.., n, ..) of a floating type, x a number or (n) or the sizes of y -> (.., 1, ..), the type of y'
shapes.cumulativeTrapezoid = '(.., n, ..) of a floating type, x a number or (n) or the sizes of y -> (.., n - 1, ..)'
shapes.gradient = 'any sizes of a floating type; a spacing is a number, (n) or a table of these -> a table of tensors '
   .. 'of the same sizes'

-- Sets, bins, quantiles and covariances.
share('any sizes -> (k); with dim: (.., n, ..) -> (.., k, ..), the type of x; inverse: the sizes of x, or (n), and '
   .. 'counts: (k), LongTensors', 'unique uniqueConsecutive')
shapes.isin = 'x of any sizes, among of any sizes and the same type or a number -> the sizes of x, a ByteTensor, or '
   .. 'the BoolTensor given'
share('any sizes and one type -> (k)', 'union1d intersect1d setdiff1d setxor1d')
shapes.lexsort = 'a table of vectors (n) -> (n), a LongTensor of positions from 1'
shapes.argwhere = 'any sizes (n1, .., nd) -> (k, d), a LongTensor of positions from 1'
shapes.flatnonzero = 'any sizes -> (k), a LongTensor of positions from 1'
shapes.searchsorted = '(.., n) and (.., m), or (n) and any sizes -> the sizes of the values, a LongTensor of positions '
   .. 'from 1 to n + 1; a number -> a number'
shapes.bucketize = 'any sizes and (n) -> the sizes of x, a LongTensor of positions from 1 to n + 1; a number -> a '
   .. 'number'
shapes.oneHot = '(..) -> (.., n), LongTensors; n: the largest class by default'
shapes.bincount = '(n) of an integer type -> (max(largest, least)), a LongTensor, or the type of the weights, (n)'
shapes.histogram = 'any sizes of a floating type, the number of bins or edges (k + 1) -> (k) and (k + 1), the type '
   .. 'of x; options: range {low, high}, weights of the sizes of x, density'
share('any sizes of a floating type -> a number for a number q, (k) for a vector or a table; over dim: (.., n, ..) -> '
   .. '(.., 1, ..), or (k, .., 1, ..), the type of x', 'quantile nanquantile')
shapes.average = 'any sizes of a floating type -> a number; over dim: (.., n, ..) -> (.., 1, ..); weights: the sizes '
   .. 'of x, or (n)'
shapes.cov = '(m, n) of a floating type -> (m, m); (n) -> a tensor without dimensions; options: correction, and '
   .. 'fweights and aweights of (n), not negative'
shapes.corrcoef = '(m, n) of a floating type -> (m, m); (n) -> a tensor without dimensions'
shapes.interp = 'any sizes of a floating type, (n) and (n) -> the sizes of x; a number -> a number'
shapes.convolve = "(m) and (n) of one type -> (m + n - 1); 'same': (max(m, n)); 'valid': (|m - n| + 1)"

-- Sorting and selection.
shapes.sort = '(.., n, ..) -> the same sizes twice: the type of x, and a LongTensor of positions from 1'
shapes.msort = '(.., n, ..) -> the same sizes, the type of x'
shapes.argsort = '(.., n, ..) -> the same sizes, a LongTensor of positions from 1'
shapes.topk = '(.., n, ..) -> (.., k, ..) twice: the type of x, and a LongTensor of positions from 1'
share('(.., n, ..) -> (.., 1, ..) twice: the type of x, and a LongTensor of positions from 1', 'kthvalue median mode')
shapes.histc = 'any sizes of a floating type -> (bins), the type of x; min = max takes the range of the elements'
shapes.bhistc = '(.., m) of a floating type -> (.., bins), the type of x'

-- Products. All operands have one type.
shapes.dot = 'a and b with equal counts of elements -> a number; complex: a tensor without dimensions'
shapes.vdot = shapes.dot
shapes.mv = '(n, m) and (m) -> (n)'
shapes.mm = '(n, k) and (k, m) -> (n, m)'
shapes.bmm = '(b, n, k) and (b, k, m) -> (b, n, m)'
shapes.ger = '(n) and (m) -> (n, m)'
shapes.matmul = '(.., n, k) and (.., k, m) -> (.., n, m); (k) counts as (1, k) on the left and as (k, 1) on the right, '
   .. 'and that dimension is dropped; two vectors: a number'
shapes.addmv = 'M of sizes that broadcast to (n); (n, m) and (m) -> (n)'
shapes.addmm = 'M of sizes that broadcast to (n, m); (n, k) and (k, m) -> (n, m)'
shapes.addr = 'M of sizes that broadcast to (n, m); (n) and (m) -> (n, m)'
shapes.baddbmm = 'M of sizes that broadcast to (b, n, m); (b, n, k) and (b, k, m) -> (b, n, m)'
shapes.addbmm = 'M of sizes that broadcast to (n, m); (b, n, k) and (b, k, m) -> (n, m)'

-- Linear algebra. half and bfloat16 are computed in float. Of complex types values and s are real.
shapes.inverse = '(n, n) of a floating or complex type -> (n, n)'
shapes.gesv = 'b (n, k), or (n) as if (n, 1), a (n, n), of one floating or complex type -> (n, k) and (n, n)'
shapes.trtrs = 'b (n, k), or (n) as if (n, 1), a (n, n), of one floating or complex type -> (n, k), and (n, n), a copy '
   .. 'of a'
shapes.gels = 'b (m, k), or (m) as if (m, 1), a (m, n), of one floating or complex type -> (n, k) and (m, n)'
shapes.symeig = '(n, n) of a floating or complex type -> (n), real, and (n, n) for V; for N vectors is left as given, '
   .. 'or empty'
shapes.eig = '(n, n) of a floating type -> (n, 2), of a complex type -> (n); and (n, n) for V; for N vectors is left '
   .. 'as given, or empty'
shapes.svd = '(.., m, n) of a floating or complex type, k = min(m, n) -> (.., m, k), (.., k), real, and (.., n, k); '
   .. 'for A (.., m, m), (.., k) and (.., n, n)'
shapes.qr = '(.., m, n) of a floating or complex type, k = min(m, n) -> (.., m, k) and (.., k, n); complete: '
   .. '(.., m, m) and (.., m, n)'
shapes.geqrf = '(m, n) of a floating or complex type -> (m, n) and (min(m, n))'
shapes.orgqr = '(m, n) and (k), the results of geqrf -> (m, min(m, n))'
shapes.ormqr = 'a (m, n) and tau (k), the results of geqrf; c (m, j), or (j, m) for R -> the sizes of c'
shapes.potrf = '(n, n) of a floating or complex type, of which one triangle is read -> (n, n), 0 in the other triangle'
shapes.potri = '(n, n) -> (n, n)'
shapes.potrs = 'b (n, k), or (n) as if (n, 1), factor (n, n), of one floating or complex type -> (n, k)'
shapes.pstrf = '(n, n) of a floating or complex type -> (n, n), and an IntTensor (n) of positions from 1'

-- Fourier transforms. half and bfloat16 are computed in float; a complex result is of ComplexFloat or ComplexDouble.
share('(.., m, ..) of a floating or complex type -> (.., n, ..), complex', 'fft ifft')
share('(.., m, ..) of a floating type -> (.., n / 2 + 1, ..), complex', 'rfft ihfft')
share('(.., m, ..) of a complex or floating type -> (.., n, ..), real, n = 2 (m - 1) unless given', 'irfft hfft')
share('any sizes of a floating or complex type -> those sizes, or those given, complex', 'fft2 ifft2 fftn ifftn')
share('as for fftn, of a floating type -> the same, n / 2 + 1 along the last of the dims, complex', 'rfft2 rfftn')
share('as for fftn -> the same, n = 2 (m - 1) along the last of the dims unless given, real', 'irfft2 irfftn')
shapes.fftfreq = 'a vector of n elements, of a floating type'
shapes.rfftfreq = 'a vector of n / 2 + 1 elements, of a floating type'
share('any sizes, all types -> the same sizes', 'fftshift ifftshift')
share('a vector of n elements, of a floating type', 'hannWindow hammingWindow blackmanWindow bartlettWindow')
shapes.stft = '(.., t) of a floating type -> (.., n / 2 + 1, frames), complex; frames = t / hop + 1, or '
   .. '(t - n) / hop + 1 without center'
shapes.fftconvolve = '(.., m) and (.., n) of one floating type; leading dims broadcast -> (.., m + n - 1); for same '
   .. '(.., m); for valid (.., max(m, n) - min(m, n) + 1)'

-- Linear algebra on stacks: leading dimensions, .., count matrices, and those of two operands broadcast.
shapes.solve = 'a (.., n, n), b (.., n, k), of one floating or complex type -> (.., n, k); or b (n), or (.., n) with '
   .. 'all leading dimensions of a -> (.., n)'
share('(.., n, n) of a floating or complex type -> (.., n, n)',
   'inv cholesky choleskyInverse matrixPower matrixExp')
shapes.det = '(.., n, n) of a floating or complex type -> (..); of one matrix a number'
shapes.slogdet = '(.., n, n) of a floating or complex type -> (..) and (..), real; of one matrix numbers'
shapes.logdet = '(.., n, n) of a floating or complex type -> (..); of one matrix a number'
shapes.choleskySolve = 'b (.., n, k), factor (.., n, n), of one floating or complex type -> (.., n, k)'
shapes.svdvals = '(.., m, n) of a floating or complex type -> (.., min(m, n)), real'
shapes.eigh = '(.., n, n) of a floating or complex type -> (.., n), real, and (.., n, n)'
shapes.eigvalsh = '(.., n, n) of a floating or complex type -> (.., n), real'
shapes.eigvals = '(.., n, n) of a floating or complex type -> (.., n), complex'
shapes.eigComplex = '(.., n, n) of a floating or complex type -> (.., n) and (.., n, n), complex'
shapes.lstsq = 'a (.., m, n), b (.., m, k), or as vectors as for solve, of one floating or complex type -> (.., n, k), '
   .. '(.., k), real, empty unless m > n and all ranks are n, (..), a LongTensor, and (.., min(m, n)), real'
shapes.pinv = '(.., m, n) of a floating or complex type -> (.., n, m)'
shapes.matrixRank = '(.., m, n) of a floating or complex type -> (..), a LongTensor; of one matrix a number'
shapes.solveTriangular = 'a (.., n, n), b (.., n, k), or (.., k, n) for {left = false}, of one floating or complex '
   .. 'type -> as b'
shapes.lu = '(.., m, n) of a floating or complex type, k = min(m, n) -> (.., m, m), (.., m, k) and (.., k, n)'
shapes.luFactor = '(.., m, n) of a floating or complex type -> (.., m, n) and (.., min(m, n)), an IntTensor'
shapes.luSolve = '(.., n, n) and (.., n), the results of luFactor, b (.., n, k) -> (.., n, k)'
shapes.vectorNorm = 'any sizes, a floating or complex type -> a real number; with dims: the sizes, 1 in '
   .. 'these dimensions'
shapes.matrixNorm = '(.., m, n) of a floating or complex type -> (.., 1, 1), real; of one matrix a number'
shapes.cond = '(.., m, n) of a floating or complex type; n = m but for 2 and -2 -> (..), real; of one matrix a number'
shapes.cdist = '(.., n, k) and (.., m, k) of one floating type -> (.., n, m)'
shapes.pdist = '(n, k) of a floating type -> (n (n - 1) / 2)'

-- Contractions, of all types but bool.
shapes.kron = '(.., m, n) and (.., p, q) -> (.., m p, n q), the one with fewer dimensions with sizes of 1 in front; at '
   .. 'most 4 dimensions'
shapes.inner = '(.., k) and (.., k) -> the leading dimensions of both; of two vectors a number'
shapes.vecdot = 'sizes that broadcast -> the same with size 1 in dim'
shapes.tensordot = '(.., k1, .., kn) and (k1, .., kn, ..) -> the other dimensions of both'
shapes.multiDot = '(a, b), (b, c), (c, d), .. -> (a, d); the first may be (b), the last (c): then that dimension '
   .. 'is missing'
shapes.einsum = 'a letter for each dimension of each tensor, of one type -> the sizes that the equation says'

-- Functions.
share('pictures (h, w) and kernels (i, j) -> (h - i + 1, w - j + 1), for F (h + i - 1, w + j - 1); x (p, h, w) and '
   .. 'kernel (p, i, j) -> p pictures; x (p, h, w) and kernel (q, p, i, j) -> q pictures; all types but bool',
   'conv2 xcorr2')
share('volumes (t, h, w) and kernels (k, i, j) -> (t - k + 1, h - i + 1, w - j + 1), for F (t + k - 1, ..); lists of '
   .. 'p, and q lists of p kernels, as for conv2; all types but bool', 'conv3 xcorr3')
shapes.lerp = 'a, b and weight with sizes that broadcast; weight a number, or of the type of a -> the broadcast sizes, '
   .. 'a floating or complex type'
shapes.equal = 'any sizes, one type -> a boolean'
shapes.dist = 'a and b of one floating type, with equal counts of elements -> a number'
shapes.cross = '(.., 3, ..) twice, with sizes that broadcast -> (.., 3, ..), the type of both'
shapes.renorm = '(.., n, ..) of a floating type -> the same sizes and type'
shapes.match = '(n, k) and (m, k) of one type -> (n, m), that type'

-- Random numbers.
share('x of any sizes of a floating type -> x itself, all elements drawn; without a tensor, a number; parameters of '
   .. 'uniform, normal and exponential may be tensors that broadcast to x, two without x -> a new tensor',
   'uniform normal cauchy logNormal exponential')
share('x of any sizes and type -> x itself, all elements drawn; without a tensor, a number', 'geometric random')
share('parameters of sizes that broadcast -> their common size and type, a floating one if the values need it; numbers '
   .. '-> a number; as a method x of any sizes -> x itself, all elements drawn', 'gamma beta poisson binomial')
shapes.dirichlet = '(.., n) of a floating type -> (.., n), that type'
shapes.multivariateNormal = 'mean (d) and covariance (d, d) of floating types -> (n, d), or (d); the type of mean'
shapes.choice = 'x (m, ..) -> (k, ..), or the sizes in a table for (k), the type of x; a number -> a LongTensor (k)'
shapes.permutation = '(n, ..) -> the same sizes and type; a number n -> (n), every type that can hold n'
shapes.shuffle = '(n, ..) -> x, changed'
share('any sizes -> the same sizes and type, or the type of the option dtype, a floating one', 'randLike randnLike')
shapes.randint = '-> the sizes given, a LongTensor, or the type of the option dtype'
shapes.bernoulli = 'x of any sizes and type -> x itself, all elements drawn; p a number, or a tensor of a floating '
   .. 'type with as many elements; without a tensor, a number'
shapes.multinomial = 'weights (m) -> (n), or (k, m) -> (k, n), a LongTensor of positions from 1; weights of '
   .. 'a floating type'
shapes.multinomialAliasSetup = 'weights (m) of a floating type -> a table of two tensors (m)'
shapes.multinomialAlias = 'a LongTensor of any sizes -> the same, positions from 1'
shapes.multinomialAliasSetup_ = 'weights (m) of a floating type -> a LongTensor (m) and a tensor (m) of that type'
shapes.multinomialAlias_ = 'a LongTensor of any sizes, the tables (m) and (m) -> the LongTensor, positions from 1'

shapes.shareMemory = 'any sizes and type, on the CPU -> x itself'
shapes.fromHandle = 'a handle -> a tensor of the sizes and type it was made of'
share('any sizes and type -> a boolean', 'isShared')
shapes.shareHandle = 'any sizes and type -> a string'

-- Returns the sizes and types for a row of module.rows, or nil.
return function(row)
   return shapes[row.name] or shapes[(row.signature:gsub(' ', ''))]
end
