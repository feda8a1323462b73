-- tensor/alias.lua: multinomialAliasSetup and multinomialAlias: many draws with the same weights. A state table
-- keeps the two tables of the alias method between draws.
local alias = {}

local unpack = table.unpack or unpack    -- luacheck: ignore 143

local function check_state(state, where)
   if type(state) ~= 'table' then
      error(('%s: a table (of multinomialAliasSetup) expected as state, got %s'):format(where, type(state)), 0)
   end
   return state
end

-- What pcall gave for a function whose name ends in _. An error becomes one of the caller's, without the _.
local function results(ok, first, second)
   if not ok then error((first:gsub('(multinomialAlias%a*)_', '%1')), 3) end
   return first, second
end

function alias.install(tensor)
   function tensor.multinomialAliasSetup(weights, state)
      state = state == nil and {} or check_state(state, 'multinomialAliasSetup')
      local given = state[1] ~= nil and 3 or 1
      local arguments = { weights, state[1], state[2] }
      state[1], state[2] = results(pcall(tensor.multinomialAliasSetup_, unpack(arguments, 1, given)))
      return state
   end

   function tensor.multinomialAlias(output, state)
      check_state(state, 'multinomialAlias')
      return (results(pcall(tensor.multinomialAlias_, output, state[1], state[2])))
   end

   tensor.document { name = 'multinomialAliasSetup', signature = 'weights:Tensor1 state:table?', chapter = 'random',
      doc = 'a state with which multinomialAlias draws positions by these weights; tables in state are used again' }
   tensor.document { name = 'multinomialAlias', signature = 'output:LongTensor state:table', chapter = 'random',
      doc = 'fills output with positions drawn with a state; a draw takes the same time for any number of weights' }
end

return alias
