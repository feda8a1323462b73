local suite = torch.TestSuite()
local tester

function suite.Map()
   local input = torch.Tensor { { { 1, 2 }, { 3, 4 } }, { { 10, 20 }, { 30, 40 } } }
   local output = nn.Map(torch.Tensor { { 1, 2 }, { 2, 2 }, { 2, 1 } }, 2, 1):updateOutput(input)
   tester:eq(output, torch.Tensor { { { 40, 60 } }, { { 44, 66 } } }, 1e-12)
end

function suite.names()
   tester:asserteq(nn.THNN.C.THNN_countNames() > 2000, true)
end

function nn.test(names)
   tester = torch.Tester()
   tester:add(suite)
   tester:run(names)
end
