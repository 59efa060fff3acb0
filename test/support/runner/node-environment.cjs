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
  }

  getVmContext() {
    return null;
  }
};
