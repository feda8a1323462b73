-- tensor/help/examples.lua: the examples that help shows, by name. A line after > is typed at the prompt, the
-- other lines are what it prints. help_spec.lua runs them all and compares.
local examples = {}
local parts = {
   'rest', 'tensor', 'dtype', 'complex', 'make', 'view', 'arrange', 'pointwise', 'elementwise', 'reduce', 'along',
   'order', 'search', 'lapack', 'linalg', 'fft', 'functions', 'class', 'test', 'file', 'sparse', 'quantize', 'plot',
   'more', 'draws', 'exchange', 'shared', 'process',
}
for _, part in ipairs(parts) do
   for name, example in pairs(require('tensor.help.examples.' .. part)) do examples[name] = example end
end
return examples
