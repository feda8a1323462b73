-- layers.lua: the layers of lib/TH from the lowest up, each a list of folders (and TH.h). A file may include
-- its own layer and lower ones, and rows (.def) anywhere.
return {
   { 'base', 'rows' },
   { 'memory' },
   { 'geometry' },
   { 'iteration' },
   { 'dispatch', 'cpu', 'ops' },
   { 'typed' },
   { 'TH.h' },
   { 'compat' },
}
