-- Special functions: values of mpmath 1.3 at 50 digits, rounded to double, and what happens at the edges.
local tensor = require 'tensor'
local formats = require 'spec.support.formats'

local D, F = tensor.DoubleTensor, tensor.FloatTensor
local nan, inf = 0 / 0, math.huge
local unpack = table.unpack or unpack

-- name, the allowed error in ulp, and lists of arguments with the value
local recorded = {
   { 'erfc', 1,
      { -3, 1.9999779095030015 }, { -0.5, 1.5204998778130465 }, { 0.25, 0.7236736098317631 },
      { 1, 0.15729920705028513 }, { 2, 0.0046777349810472662 }, { 5, 1.5374597944280349e-12 },
      { 10, 2.0884875837625449e-45 }, { 20, 5.3958656116079012e-176 }, { 26, 5.6631924088561432e-296 }, },
   { 'erfinv', 2,
      { 1e-300, 8.8622692545275799e-301 }, { -0.01, -0.0088625012809505979 },
      { 0.29999999999999999, 0.27246271472675432 }, { 0.5, 0.47693627620446988 }, { -0.75, -0.81341984759761854 },
      { 0.98999999999999999, 1.8213863677184494 }, { 0.99999899999999997, 3.4589107372754988 },
      { 0.99999999999999978, 5.8050186831934534 }, },
   { 'ndtr', 2,
      { -38, 2.8854283510039645e-316 }, { -20, 2.7536241186062337e-89 }, { -7.5, 3.1908916729108963e-14 },
      { -2, 0.022750131948179209 }, { -0.10000000000000001, 0.46017216272297101 }, { 0.5, 0.69146246127401312 },
      { 3, 0.9986501019683699 }, { 8, 0.99999999999999933 }, },
   { 'ndtri', 3,
      { 4.9406564584124654e-324, -38.467405617144344 }, { 1e-300, -37.047096299361201 },
      { 9.9999999999999995e-21, -9.262340089798407 }, { 0.001, -3.0902323061678136 },
      { 0.20000000000000001, -0.84162123357291418 }, { 0.40000000000000002, -0.25334710313579972 },
      { 0.50000009999999995, 2.5066282733116482e-07 }, { 0.90000000000000002, 1.2815515655446006 },
      { 0.99999899999999997, 4.7534243088170873 }, },
   { 'lgamma', 4,
      { -1.5, 0.86004701537648098 }, { -10.25, -14.203997900931091 }, { 1e-300, 690.77552789821368 },
      { 0.25, 1.2880225246980774 }, { 0.999, 0.00057803853289138023 }, { 1.5, -0.12078223763524522 },
      { 2.0009999999999999, 0.00042310673480011699 }, { 3, 0.69314718055994529 }, { 12.5, 18.734347511936445 },
      { 171, 706.57306224578736 }, { 10000000000, 220258509288.81058 },
      { 1.0000000000000001e+300, 6.8977552789821374e+302 }, },
   { 'digamma', 2,
      { -1.5, 0.70315664064524319 }, { -10.25, 5.5168584198862733 }, { 1e-10, -10000000000.577215 },
      { 0.25, -4.2274535333762655 }, { 1, -0.57721566490153287 }, { 1.4616321449683622, -9.2412655217294273e-17 },
      { 1.46, -0.0015805619870834522 }, { 1.47, 0.0080664890113648687 }, { 2, 0.42278433509846713 },
      { 2.0625, 0.4623229805281309 }, { 2.25, 0.5725464666237345 }, { 3.0625, 0.9471714653766158 },
      { 9.5, 2.1977378764029494 }, { 1000, 6.907255195648812 }, { 1000000000000000, 34.538776394910684 },
      { 0.90000000000000002, -0.7549269499470513 }, { -0.75, -2.894120200042932 }, },
   { 'sinc', 1,
      { 0.25, 0.9003163161571061 }, { -0.5, 0.6366197723675814 }, { 1.5, -0.2122065907891938 },
      { -2.9375, 0.021140145769025655 }, { 1000000.25, 2.2507902276952083e-07 }, },
   { 'entr', 1,
      { 0.125, 0.25993019270997947 }, { 0.69999999999999996, 0.2496724607571127 },
      { 1e-300, 6.9077552789821376e-298 }, { 1.0009765625, -0.0009770391820135209 }, { 20, -59.91464547107982 }, },
   { 'i0', 8,
      { 0, 1 }, { 0.001, 1.0000002500000156 }, { 1, 1.2660658777520084 }, { -5, 27.239871823604446 },
      { 20, 43558282.559553534 }, { 24.998999999999999, 5768905514.5521498 },
      { 25.001000000000001, 5780221246.6269178 }, { 100, 1.0737517071310738e+42 }, { 709, 1.231547706701654e+306 },
      { -713, 6.7051282636709964e+307 }, },
   { 'i0e', 8,
      { 0.001, 0.99900074958351559 }, { 1, 0.46575960759364043 }, { -5, 0.18354081260932836 },
      { 20, 0.08978031188482602 }, { 24.998999999999999, 0.080198394256804473 },
      { 25.001000000000001, 0.080195152936344868 }, { 100, 0.03994437929909668 }, { 100000, 0.0012615678379767768 },
      { 1.0000000000000001e+300, 3.9894228040143264e-151 }, },
   { 'i1', 8,
      { 0, 0 }, { 1e-300, 5.0000000000000001e-301 }, { 1, 0.56515910399248503 }, { -5, -24.335642142450528 },
      { 20, 42454973.385127768 }, { 24.998999999999999, 5652319605.4803333 },
      { 25.001000000000001, 5663416099.2653818 }, { 100, 1.0683693903381625e+42 }, { 709, 1.2306788896524786e+306 },
      { -713, -6.7004245591864022e+307 }, },
   { 'i1e', 8,
      { 0.001, 0.00049950031235422132 }, { 1, 0.20791041534970844 }, { -5, -0.16397226694454237 },
      { 20, 0.087506222183288671 }, { 24.998999999999999, 0.078577635747769436 },
      { 25.001000000000001, 0.078574590979157338 }, { 100, 0.039744153025130249 },
      { -100000, -0.0012615615301218171 }, { 1.0000000000000001e+300, 3.9894228040143264e-151 }, },
   { 'sinc', 2,
      { 1.0000000000000001e-09, 1 }, { 0.25, 0.90031631615710606 }, { -0.5, 0.63661977236758138 },
      { 1.5, -0.21220659078919379 }, { 2.75, 0.081846937832464189 }, { 10.125, 0.012030806893881885 },
      { 1000000.5, 3.1830972702892714e-07 }, },
   { 'logit', 2,
      { 1e-300, -690.77552789821368 }, { 0.10000000000000001, -2.1972245773362191 },
      { 0.26000000000000001, -1.0459685551826876 }, { 0.49990000000000001, -0.00040000000533328938 },
      { 0.50009999999999999, 0.00040000000533328938 }, { 0.73999999999999999, 1.0459685551826876 },
      { 0.98999999999999999, 4.5951198501345889 }, { 0.99999999999999989, 36.736800569677101 }, },
   { 'entr', 2,
      { 4.9406564584124654e-324, 3.6758484050588743e-321 }, { 0.25, 0.34657359027997264 },
      { 0.999, 0.00099949983324995086 }, { 1, 0 }, { 2, -1.3862943611198906 },
      { 1.0000000000000001e+300, -6.9077552789821368e+302 }, },
   { 'cbrt', 2,
      { 9.9999999999999694e-311, 4.6415888336127742e-104 }, { -27, -3 }, { 2, 1.2599210498948732 },
      { 0.001, 0.10000000000000001 }, { 1.0000000000000001e+300, 1e+100 },
      { -4.9406564584124654e-324, -1.7031839360032603e-108 }, },
   { 'gammainc', 128,
      { 0.5, 0.10000000000000001, 0.345279153981423 }, { 0.5, 2, 0.95449973610364158 },
      { 3, 1, 0.080301397071394193 }, { 3, 10, 0.9972306042844884 }, { 50, 40, 0.070335066659394957 },
      { 50, 70, 0.99485949754149405 }, { 1.0000000000000001e-05, 0.5, 0.99999440223471459 },
      { 150, 149, 0.47823025713740641 }, { 201, 201, 0.50937999598617656 }, { 201, 150, 4.2058857863798413e-05 },
      { 1000, 1100, 0.99894067674607001 }, { 100000, 99000, 0.00075741992117476793 },
      { 100000, 100000, 0.50042052211036514 }, { 100000000, 100010000, 0.8413447464717988 }, },
   { 'gammaincc', 128,
      { 0.5, 0.10000000000000001, 0.65472084601857705 }, { 0.5, 2, 0.045500263896358417 },
      { 3, 1, 0.91969860292860584 }, { 3, 20, 4.555149505589213e-07 }, { 50, 40, 0.92966493334060507 },
      { 50, 70, 0.0051405024585058938 }, { 1.0000000000000001e-05, 0.5, 5.5977652854226603e-06 },
      { 9.9999999999999995e-21, 1, 2.1938393439552025e-21 }, { 150, 149, 0.52176974286259359 },
      { 201, 201, 0.49062000401382344 }, { 201, 255, 0.0002031554203451217 }, { 1000, 1100, 0.0010593232539299773 },
      { 100000, 101000, 0.0008084215129255907 }, { 100000, 100000, 0.4995794778896348 }, },
   { 'polygamma', 64,
      { 0, 2.5, 0.70315664064524319 }, { 1, 1, 1.6449340668482264 }, { 1, -0.5, 8.934802200544679 },
      { 2, 0.25, -129.32773993753693 }, { 2, -1.5, -0.23620405164172739 }, { 3, 7, 0.007198198563125445 },
      { 5, 100, 2.4605999440119961e-09 }, { 7, 8.1699999999999999, 0.00044355181225861864 },
      { 20, 3, -233141556.11225682 }, { 1, 1.0000000000000001e-05, 10000000001.644909 },
      { 60, 0.5, -1.9186889963671973e+100 }, { 3, -3.25, 1558.508802818279 }, },
   { 'mvlgamma', 8,
      { 2, 2, 0.45158270528945488 }, { 1.75, 3, 1.7377028227630968 }, { 100, 5, 1778.4317674580816 },
      { 0.5, 1, 0.57236494292470008 }, },
   { 'xlogy', 2,
      { 2, 3, 2.1972245773362196 }, { -1.5, 1e-300, 1036.1632918473206 }, },
   { 'xlog1py', 2,
      { 2, 3, 2.7725887222397811 }, { 1, 9.9999999999999995e-21, 9.9999999999999995e-21 }, },
   { 'logaddexp', 2,
      { 1, 2, 2.313261687518223 }, { -1000, -1001, -999.68673831248179 },
      { 1.0000000000000001e+300, 0, 1.0000000000000001e+300 }, { 0.10000000000000001, -40, 0.10000000000000001 }, },
   { 'logaddexp2', 2,
      { 1, 2, 2.5849625007211561 }, { -1000, -1001, -999.41503749927881 },
      { 0.10000000000000001, -60, 0.10000000000000001 }, },
}

-- What stands in the last place: arguments and values.
local edges = {
   lgamma = { { 0, inf }, { -1, inf }, { -20, inf }, { inf, inf }, { -inf, inf }, { 1, 0 }, { 2, 0 }, { nan, nan } },
   digamma = { { 0, -inf }, { -1 / inf, inf }, { -1, nan }, { -1e20, nan }, { inf, inf }, { -inf, nan }, { nan, nan } },
   polygamma = { { 1, 0, inf }, { 1, -3, inf }, { 2, inf, 0 }, { 1, -inf, nan }, { 3, nan, nan }, { 0, -1, nan } },
   erfc = { { -inf, 2 }, { inf, 0 }, { nan, nan }, { 0, 1 } },
   erfinv = { { 1, inf }, { -1, -inf }, { 1.5, nan }, { -2, nan }, { nan, nan }, { 0, 0 }, { inf, nan } },
   ndtr = { { -inf, 0 }, { inf, 1 }, { nan, nan }, { 0, 0.5 } },
   ndtri = { { 0, -inf }, { 1, inf }, { -0.1, nan }, { 1.1, nan }, { nan, nan }, { 0.5, 0 } },
   logit = { { 0, -inf }, { 1, inf }, { 0.5, 0 }, { -0.1, nan }, { 1.1, nan }, { nan, nan } },
   entr = { { 0, 0 }, { -1, -inf }, { inf, -inf }, { nan, nan }, { 1, 0 } },
   sinc = { { 0, 1 }, { 1, 0 }, { -3, 0 }, { inf, nan }, { -inf, nan }, { nan, nan } },
   i0 = { { inf, inf }, { -inf, inf }, { nan, nan }, { 0, 1 }, { 800, inf } },
   i1 = { { inf, inf }, { -inf, -inf }, { nan, nan }, { 0, 0 }, { -800, -inf } },
   i0e = { { inf, 0 }, { nan, nan }, { 0, 1 } }, i1e = { { inf, 0 }, { nan, nan }, { 0, 0 } },
   cbrt = { { 0, 0 }, { inf, inf }, { -inf, -inf }, { nan, nan }, { -8, -2 } },
   xlogy = { { 0, 0, 0 }, { 0, inf, 0 }, { 0, -1, 0 }, { 0, nan, nan }, { 1, 0, -inf }, { 1, -1, nan } },
   xlog1py = { { 0, -1, 0 }, { 0, nan, nan }, { 1, -1, -inf }, { 1, -2, nan } },
   logaddexp = { { -inf, -inf, -inf }, { inf, inf, inf }, { inf, -inf, inf }, { -inf, 3, 3 }, { nan, 1, nan },
      { 1, nan, nan } },
   logaddexp2 = { { -inf, -inf, -inf }, { inf, inf, inf }, { -inf, 3, 3 }, { 3, 3, 4 }, { nan, inf, nan } },
   gammainc = { { 0, 1, 1 }, { 0, 0, nan }, { 1, 0, 0 }, { 1, inf, 1 }, { inf, 1, 0 }, { inf, inf, nan },
      { -1, 1, nan }, { 1, -1, nan }, { nan, 1, nan }, { 1, nan, nan } },
   gammaincc = { { 0, 1, 0 }, { 0, 0, nan }, { 1, 0, 1 }, { 1, inf, 0 }, { inf, 1, 1 }, { inf, inf, nan },
      { -1, 1, nan } },
   mvlgamma = { { 1, 3, nan }, { 0.5, 2, nan }, { inf, 2, inf }, { nan, 1, nan } },
}

-- f of one list of arguments, as tensors of one element. p and n of mvlgamma and polygamma are numbers.
local function call(name, new, arguments)
   local list = {}
   for k, x in ipairs(arguments) do
      local is_number = name == 'polygamma' and k == 1 or name == 'mvlgamma' and k == 2
      list[k] = is_number and x or new { x }
   end
   return tensor[name](unpack(list))[1]
end

-- All but the last of a list, and the last.
local function split(row)
   local arguments = { unpack(row) }
   return arguments, table.remove(arguments)
end

describe('special functions', function()
   for _, row in ipairs(recorded) do
      local name, bound = row[1], row[2]
      it(name .. ' is within its bound of mpmath\'s values', function()
         for k = 3, #row do
            local arguments, wanted = split(row[k])
            local got = call(name, D, arguments)
            local error = got == wanted and 0 or math.abs(got - wanted) / formats.ulp(formats.of.double, wanted)
            assert(error <= bound, ('%s(%s): %.17g is %g ulp from %.17g'):format(name,
               table.concat(arguments, ', '), got, error, wanted))
         end
      end)
   end

   for name, rows in pairs(edges) do
      it(name .. ' at its edges', function()
         for _, row in ipairs(rows) do
            local arguments, wanted = split(row)
            for _, new in ipairs { D, F, tensor.HalfTensor, tensor.BFloat16Tensor } do
               local got = call(name, new, arguments)
               assert(got == wanted or (got ~= got and wanted ~= wanted), ('%s(%s) is %s, not %s'):format(name,
                  table.concat(arguments, ', '), got, wanted))
            end
         end
      end)
   end

   -- Those computed in float are at most 1 ulp away, the others 0.
   local in_float = {
      logit = 1, erfc = 1, erfinv = 1, ndtr = 1, sinc = 1, entr = 1, xlogy = 1, xlog1py = 1, logaddexp = 1,
      logaddexp2 = 1,
   }
   it('of narrower types are those of double, rounded', function()
      local x = { 0.125, 0.5, 0.75, 0.25, 0.375 }
      for _, row in ipairs(recorded) do
         local name = row[1]
         for _, kind in ipairs { 'Float', 'Half', 'BFloat16' } do
            local new, format = tensor[kind .. 'Tensor'], formats.of[kind:lower()]
            for i, a in ipairs(x) do
               local arguments = #row[3] == 2 and { a } or { name == 'polygamma' and i or a, x[i % 5 + 1] }
               if name == 'mvlgamma' then arguments = { a + 3, i } end
               local got, wanted = call(name, new, arguments), new { F { call(name, D, arguments) }[1] }[1]
               local error = got == wanted and 0 or math.abs(got - wanted) / formats.ulp(format, wanted)
               assert(error <= (in_float[name] or 0), ('%s of %s: %g ulp'):format(name, kind, error))
            end
         end
      end
   end)

   it('of a block in which a few elements need another form are those of each element alone', function()
      for _, name in ipairs { 'lgamma', 'digamma', 'erfc', 'sin', 'tan' } do
         for _, new in ipairs { D, F } do
            local x = new(1100)
            for i = 1, 1100 do x[i] = i % 97 == 0 and -1e7 - i - 0.5 or 0.01 * i end
            x[700], x[701] = nan, inf
            local r, same = tensor[name](x), x:clone()
            same[name](same)
            for i = 1, 1100 do
               local wanted = tensor[name](new { x[i] })[1]
               assert(r[i] == wanted or (r[i] ~= r[i] and wanted ~= wanted), ('%s(%s)'):format(name, x[i]))
               assert(same[i] == wanted or (same[i] ~= same[i] and wanted ~= wanted), name .. ' in place')
            end
         end
      end
   end)

   it('invert each other', function()
      local p = tensor.linspace(D(), 0.001, 0.999, 999)
      assert.is_true(tensor.allclose(tensor.ndtr(tensor.ndtri(p)), p, 1e-14, 0))
      assert.is_true(tensor.allclose(tensor.erf(tensor.erfinv(p)), p, 1e-14, 0))
      assert.is_true(tensor.allclose(tensor.sigmoid(tensor.logit(p)), p, 1e-14, 0))
      local a = tensor.linspace(D(), 0.01, 300, 200):view(200, 1)
      local x = tensor.linspace(D(), 0.01, 400, 150):view(1, 150)
      local sum = tensor.gammainc(a, x) + tensor.gammaincc(a, x)
      assert.is_true(tensor.allclose(sum, D { 1 }, 1e-13, 0))
   end)

   it('have the methods and forms of their rows', function()
      local x = D { 0.25 }
      assert.equal(x, x:polygamma(1))
      assert.equal(tensor.polygamma(1, D { 0.25 })[1], x[1])
      assert.equal(tensor.polygamma(2, 0.25), tensor.polygamma(2, D { 0.25 })[1])
      local r = D()
      assert.equal(r, tensor.polygamma(r, 0, D { 2 }))
      assert.equal(tensor.digamma(2), r[1])
      x = D { 3 }
      assert.equal(x, x:mvlgamma(2))
      assert.equal(tensor.mvlgamma(3, 2), x[1])
      x = D { -1, 0.1, 2 }
      assert.equal(x, x:logit(0.25))
      local third = tensor.logit(0.25)
      assert.same({ third, third, -third }, x:totable())
      assert.equal(0, tensor.xlogy(0, D { 5 })[1])
      assert.error_matches(function() tensor.mvlgamma(x, 0) end, 'mvlgamma: p is 0; expected a whole number from 1')
      assert.error_matches(function() tensor.mvlgamma(x, 1e9) end, 'mvlgamma: p is 1000000000')
      assert.error_matches(function() tensor.polygamma(-1, x) end, 'negative')
      assert.error_matches(function() tensor.polygamma(1.5, x) end, 'whole')
      assert.error_matches(function() tensor.LongTensor({ 1 }):lgamma() end, 'not defined for torch.LongTensor')
      assert.equal('torch.FloatTensor', tensor.lgamma(tensor.LongTensor { 1 }):type())
   end)
end)
