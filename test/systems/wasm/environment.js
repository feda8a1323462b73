// A program that reads its environment sees that of node.
Module.preRun = () => { if (typeof ENV !== 'undefined') Object.assign(ENV, process.env); };
