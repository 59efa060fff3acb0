// Runs a thread of a pool from our sources: the pool imports its file, and for that way Node has no loader of TypeScript.
const { workerData } = require('piscina');

require('./swc-register.cjs');

exports.runInThread = (task) => require(workerData.thread).runInThread(task);
exports.sweepInThread = (task) => require(workerData.thread).sweepInThread(task);
