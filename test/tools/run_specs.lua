-- run_specs.lua: busted under the interpreter that runs this file (the busted command chooses one itself).
require 'busted.runner' { standalone = false }
