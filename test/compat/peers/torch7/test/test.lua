-- A suite in the form of Torch7's: torch.test runs it. The second test fails, the third raises.
local suite = torch.TestSuite()
local tester

function suite.adds()
   tester:eq(torch.ones(3):add(1):sum(), 6, 1e-12)
end

function suite.differs()
   tester:asserteq(torch.ones(3):sum(), 4)
   tester:asserteq(torch.ones(3):sum(), 5)
end

function suite.raises()
   torch.ones(3):narrow(1, 5, 6)
end

function torch.test(names)
   tester = torch.Tester()
   tester:add(suite)
   tester:run(names)
end
