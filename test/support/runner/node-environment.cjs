const { executionAsyncResource } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Our modules and jest's framework have four or five. */
const MOST_CONTEXTS = 10;

/** Instances of AsyncLocalStorage that Node carries into each promise, which costs each its time. */
async function countContexts() {
  await undefined;
  const carried = Object.getOwnPropertySymbols(executionAsyncResource());
  return carried.filter(({ description }) => description === 'kResourceStore').length;
}

/** Where jest-circus keeps the tests of a spec file: in the global object, under a new symbol for each file. */
const CIRCUS_STATE = 'JEST_STATE_SYMBOL';

/** Lets go of what a spec file holds: jest's framework is carried by timers of ours and of Node's that outlive the file. */
function forgetTests() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    if (symbol.description !== CIRCUS_STATE) continue;
    forgetFunctions(globalThis[symbol].rootDescribeBlock);
    delete globalThis[symbol];
  }
}

function forgetFunctions(block) {
  for (const hook of block.hooks) hook.fn = undefined;
  for (const child of block.children) {
    if (child.type === 'describeBlock') forgetFunctions(child);
    else child.fn = undefined;
  }
}

/** Runs spec files in Node's own context, which modules that stay loaded need: there is one `Error`, one `Date`, one `process`. */
module.exports = class NodeEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.before = { console: globalThis.console, exit: process.exit };
  }

  /** @throws Error where the spec files before, or the code that they ran, left contexts that nobody disables. */
  async setup() {
    const contexts = await countContexts();
    if (contexts > MOST_CONTEXTS) {
      throw new Error(`${contexts} instances of AsyncLocalStorage are enabled: each makes every promise slower`);
    }
  }

  /** Takes back what a spec file or jest has replaced; spies are restored by the runtime. */
  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
    forgetTests();
  }

  getVmContext() {
    return null;
  }
};
