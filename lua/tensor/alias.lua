-- tensor/alias.lua: multinomialAliasSetup and multinomialAlias: many draws with the same weights. A state table
-- keeps the two tables of the alias method between draws.
local alias = {}

local function check_state(state, where)
   if type(state) ~= 'table' then
      error(('%s: a table (of multinomialAliasSetup) expected as state, got %s'):format(where, type(state)), 0)
   end
   return state
end

function alias.install(tensor)
   function tensor.multinomialAliasSetup(weights, state)
      state = state == nil and {} or check_state(state, 'multinomialAliasSetup')
      if state[1] == nil then
         state[1], state[2] = tensor.multinomialAliasSetup_(weights)
      else
         state[1], state[2] = tensor.multinomialAliasSetup_(weights, state[1], state[2])
      end
      return state
   end

   function tensor.multinomialAlias(output, state)
      check_state(state, 'multinomialAlias')
      return tensor.multinomialAlias_(output, state[1], state[2])
   end

   tensor.document { name = 'multinomialAliasSetup', signature = 'weights:Tensor1 state:table?', chapter = 'random',
      doc = 'a state with which multinomialAlias draws positions by these weights; tables in state are used again' }
   tensor.document { name = 'multinomialAlias', signature = 'output:LongTensor state:table', chapter = 'random',
      doc = 'fills output with positions drawn with a state; a draw takes the same time for any number of weights' }
end

return alias
