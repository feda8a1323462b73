-- tensor/help/examples.lua: examples of help by name. What stands behind > is typed at the prompt, the rest is printed;
-- help_spec.lua runs them all and compares.
local examples = {}
local parts = {
   'rest', 'tensor', 'make', 'view', 'pointwise', 'reduce', 'order', 'lapack', 'functions', 'class', 'test',
   'file', 'more',
}
for _, part in ipairs(parts) do
   for name, example in pairs(require('tensor.help.examples.' .. part)) do examples[name] = example end
end
return examples
