-- layers.lua: the layers of lib/TH from the lowest up, each the folders of it (and TH.h). A file includes its own
-- layer or a lower one, and rows (.def) wherever it wants them.
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
