// The module loader of the specs: Node's own. Modules stay loaded for all spec files of a worker process; only the spec file
// and jest's own framework are loaded again for each. Why, and what follows: docs/adr/0116-shared-modules-in-tests.md.
const asyncHooks = require('node:async_hooks');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const ROOT = join(__dirname, '../../..');
/** Names of libs with their source files, such as `#lib/seo` and `libs/seo/src/index.ts`; `*` stands for a name. */
const SOURCES = Object.entries(require(join(ROOT, 'package.json')).imports).map(([name, { source }]) => ({
  pattern: new RegExp(`^${name.replace('*', '([^/]+)')}$`),
  source: join(ROOT, source),
}));
/** Where jest-circus keeps its event handlers; with those of the previous spec file, events would be handled twice. */
const CIRCUS_HANDLERS = Symbol.for('EVENT_HANDLERS');
/** What jest passes to a transformer for a CommonJS module. */
const COMMONJS = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: false,
  supportsStaticESM: false,
  supportsTopLevelAwait: false,
};

/** What modules that stay loaded don't allow. */
const NEEDS_OWN_MODULES = ['mock', 'doMock', 'setMock', 'resetModules', 'isolateModules', 'isolateModulesAsync'];

/** Paths of source maps by source file; jest reads them to print stack traces. */
const sourceMaps = new Map();
/** Of the spec file that runs: as `transform` of jest.config.cjs says. */
let transformer;

require.extensions['.ts'] = (module, filename) => {
  const { code, sourceMapPath } = transformer.transform(filename, COMMONJS, readFileSync(filename, 'utf8'));
  if (sourceMapPath !== null) sourceMaps.set(filename, sourceMapPath);
  module._compile(code, filename);
};

// As with node --conditions=source, which a loader cannot set for the process that it runs in.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  // Packages have such names of their own.
  for (const { pattern, source } of request.startsWith('#lib/') ? SOURCES : []) {
    const name = pattern.exec(request)?.[1];
    if (name !== undefined) return source.replace('*', name);
  }
  return resolveFilename.call(this, request, ...rest);
};

function loadAgain(filename) {
  const module = new Module(filename);
  module.load(filename);
  return module.exports;
}

/** Of the framework of the spec file that runs. */
let frameworkContexts = [];

/**
 * The framework has an AsyncLocalStorage, which Node carries into every promise of the process until it is disabled: after a
 * hundred spec files each promise would take a hundred times as long.
 */
function loadFramework(filename) {
  for (const context of frameworkContexts) context.disable();
  frameworkContexts = [];
  const { AsyncLocalStorage } = asyncHooks;
  asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
    constructor(...options) {
      super(...options);
      frameworkContexts.push(this);
    }
  };
  try {
    return loadAgain(filename);
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}

module.exports = class SharedModulesRuntime extends Runtime {
  constructor(config, environment, resolver, fileTransformer, ...rest) {
    super(config, environment, resolver, fileTransformer, ...rest);
    transformer = fileTransformer;
  }

  /** Loads the spec file, or a module for jest. */
  requireModule(from, name) {
    if (name !== undefined) return Module.createRequire(from)(name);
    const { jest } = this.requireModuleOrMock(from, '@jest/globals');
    for (const method of NEEDS_OWN_MODULES) {
      jest[method] = () => {
        throw new Error(`jest.${method}: spec files share their modules, see docs/adr/0116-shared-modules-in-tests.md`);
      };
    }
    globalThis.jest = jest;
    return loadAgain(from);
  }

  /** Loads the framework that declares and runs tests, or a module for it. */
  requireInternalModule(from, name) {
    if (name !== undefined) return Module.createRequire(from)(name);
    delete globalThis[CIRCUS_HANDLERS];
    return loadFramework(from);
  }

  getSourceMaps() {
    return sourceMaps;
  }
};
