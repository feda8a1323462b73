-- A convolution with a connection table: kernel i goes from plane table[i][1] of the input to plane table[i][2] of
-- the output.
local Map = torch.class('nn.Map')

function Map:__init(connections, height, width)
   self.connections = connections
   self.weight = torch.Tensor(connections:size(1), height, width):fill(1)
   self.output = torch.Tensor()
end

function Map:updateOutput(input)
   local name = 'THNN_' .. torch.typename(input):match 'torch%.(%a+)Tensor' .. 'Map_updateOutput'
   nn.THNN.C[name](nil, input:cdata(), self.output:cdata(), self.weight:cdata(), self.connections:cdata(), 1)
   return self.output
end
