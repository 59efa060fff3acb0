// Runs a thread of a pool from our sources: the pool imports its file, and for that way Node has no loader of TypeScript.
const { workerData } = require('piscina');

require('./swc-register.cjs');

for (const task of ['runInThread', 'sweepInThread', 'computeInThread', 'holdInThread']) {
  exports[task] = (input) => require(workerData.thread)[task](input);
}
