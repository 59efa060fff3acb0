const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Runs spec files in Node's own context, which modules that stay loaded need: there is one `Error`, one `Date`, one `process`. */
module.exports = class NodeEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.before = { console: globalThis.console, exit: process.exit };
  }

  async setup() {}

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
