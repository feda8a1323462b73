// The program sees the environment of node.
Module.preRun = () => Object.assign(ENV, process.env);
