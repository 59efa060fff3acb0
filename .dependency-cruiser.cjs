const GROUND = ['kernel', 'config', 'database', 'observability'];

/** What each lib may import of the others. A lib that is not listed may import none. */
const LIBS = {
  kernel: [],
  config: ['kernel'],
  observability: ['kernel', 'config'],
  database: ['kernel', 'config', 'observability'],
  'embedded-postgres': ['kernel', 'config'],
  redis: ['kernel', 'config'],
  queue: [...GROUND, 'redis'],
  'audit-trail': ['kernel', 'database'],
  events: ['kernel', 'database'],
  accounts: [...GROUND, 'queue', 'audit-trail'],
  formulas: [],
  outcomes: ['kernel'],
  studies: [
    ...GROUND,
    'queue',
    'market-data',
    'market-sync',
    'bar-matrix',
    'outcomes',
    'screens',
    'audit-trail',
    'events',
  ],
  'market-data': [...GROUND, 'queue', 'uploads', 'audit-trail', 'events'],
  secrets: ['kernel', 'config'],
  'market-source': [...GROUND, 'audit-trail', 'secrets'],
  'market-sync': [...GROUND, 'queue', 'market-data', 'market-source', 'audit-trail'],
  'bar-matrix': [...GROUND, 'market-data'],
  screens: [...GROUND, 'market-data', 'market-sync', 'bar-matrix', 'formulas', 'tracking', 'scan', 'ai', 'audit-trail'],
  chips: [...GROUND, 'market-data', 'market-source'],
  vendors: [...GROUND, 'market-data', 'market-source', 'market-sync', 'chips'],
  'demo-market': [...GROUND, 'queue', 'market-data'],
  tracking: [...GROUND, 'queue', 'market-data', 'chips', 'events'],
  portfolio: [...GROUND, 'queue', 'market-data', 'tracking', 'uploads'],
  scan: [...GROUND, 'queue', 'market-data', 'bar-matrix', 'market-sync', 'tracking', 'audit-trail', 'events'],
  ai: [...GROUND, 'queue', 'accounts', 'outcomes', 'market-data', 'market-sync', 'tracking', 'audit-trail', 'events'],
  'getting-started': [...GROUND, 'queue', 'market-data', 'scan', 'portfolio', 'ai'],
  seo: [...GROUND, 'queue', 'uploads', 'audit-trail'],
  notifications: [...GROUND, 'queue', 'secrets', 'events', 'market-data', 'market-sync', 'tracking', 'screens'],
  'rate-limits': [...GROUND, 'redis'],
  agents: [...GROUND, 'rate-limits'],
  uploads: GROUND,
  backup: [...GROUND, 'queue', 'audit-trail', 'events'],
  upkeep: [...GROUND, 'queue', 'market-data', 'chips', 'tracking', 'scan'],
  schema: [
    'events',
    'notifications',
    'agents',
    'upkeep',
    'audit-trail',
    'backup',
    'kernel',
    'database',
    'queue',
    'accounts',
    'market-data',
    'market-source',
    'market-sync',
    'vendors',
    'chips',
    'demo-market',
    'getting-started',
    'tracking',
    'portfolio',
    'scan',
    'screens',
    'studies',
    'ai',
    'seo',
    'rate-limits',
    'uploads',
  ],
};

/** What an app may import of another app; the command line prepares the database and runs jobs itself where no server is up. */
const APPS = { api: [], worker: [], supervisor: [], launcher: [], console: [], cli: ['worker', 'supervisor'] };

/** A spec of the unit project of jest. */
const UNIT_SPEC = '^(apps|libs|packages)/.+\\.spec\\.tsx?$';
/** What connects to a server or is one. */
const SERVERS = [
  '(^|/)node_modules/(pg|ioredis|bullmq)/',
  '^apps/(api/src/create-app|worker/src/worker\\.module)\\.ts$',
];

const libBorders = Object.entries(LIBS).map(([lib, allowed]) => ({
  name: `lib-${lib}-imports-only-what-it-may`,
  comment: `libs/${lib} may import ${allowed.length === 0 ? 'no other lib' : allowed.join(', ')}.`,
  severity: 'error',
  from: { path: `^libs/${lib}/` },
  to: { path: '^libs/', pathNot: [lib, ...allowed].map((name) => `^libs/${name}/`) },
}));

const appBorders = Object.entries(APPS).map(([app, allowed]) => ({
  name: `app-${app}-imports-only-what-it-may`,
  comment: 'Apps meet over the network, the database and the queue.',
  severity: 'error',
  from: { path: `^apps/${app}/` },
  to: { path: '^apps/', pathNot: [app, ...allowed].map((name) => `^apps/${name}/`) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle has no first file to read.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that resolves to nothing escapes every other rule here.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared-packages-only',
      comment:
        'A package must stand in package.json, and production code must not need a development package; the launcher builds, and what the console needs is built into its files.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: ['\\.spec\\.ts$', '^apps/(launcher|console)/'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'libs-listed',
      comment: 'A new lib says in .dependency-cruiser.cjs what it may import.',
      severity: 'error',
      from: { path: '^libs/', pathNot: Object.keys(LIBS).map((lib) => `^libs/${lib}/`) },
      to: {},
    },
    {
      name: 'apps-listed',
      comment: 'A new app says in .dependency-cruiser.cjs what it may import.',
      severity: 'error',
      from: { path: '^apps/', pathNot: Object.keys(APPS).map((app) => `^apps/${app}/`) },
      to: {},
    },
    {
      name: 'libs-never-import-apps-or-tests',
      severity: 'error',
      from: { path: '^libs/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(apps|test)/' },
    },
    {
      name: 'apps-never-import-tests',
      severity: 'error',
      from: { path: '^apps/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^test/' },
    },
    {
      name: 'unit-specs-need-no-server',
      comment:
        'A spec beside the code runs where no PostgreSQL was started. Of the tests it may use test/support/inputs; what needs a server stands in test/integration or test/e2e.',
      severity: 'error',
      from: { path: UNIT_SPEC },
      to: { path: ['^test/(?!support/inputs/)', ...SERVERS] },
    },
    {
      name: 'inputs-need-no-server',
      comment: 'The specs beside the code use them.',
      severity: 'error',
      from: { path: '^test/support/inputs/' },
      to: { path: ['^test/(?!support/inputs/)', ...SERVERS] },
    },
    {
      name: 'libs-only-through-their-index',
      comment: 'The index is the public surface of a lib.',
      severity: 'error',
      from: { path: '^apps/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/', pathNot: '^libs/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'tests-only-through-index-or-testing',
      comment: "Tests do not widen an index: what only they import stands in the lib's testing.ts.",
      severity: 'error',
      from: { path: '^(test/|apps/.+\\.spec\\.ts$)' },
      to: { path: '^libs/', pathNot: '^libs/[^/]+/src/(index|testing)\\.ts$' },
    },
    {
      name: 'lib-to-lib-only-through-the-index',
      comment: 'The index is the public surface of a lib; domain code imports the domain of a lib below.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/(domain/)?index\\.ts$'] },
    },
    {
      name: 'specs-of-a-lib-only-through-index-or-testing',
      comment: 'A spec next to the code imports of other libs what a test may import.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/.+\\.spec\\.ts$' },
      to: { path: '^libs/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/((domain/)?index|testing)\\.ts$'] },
    },
    {
      name: 'domain-entry-is-for-domain-code',
      comment: 'Others import the index of the lib; the code of a thread loads no services either.',
      severity: 'error',
      from: { path: '^(apps|test|libs/([^/]+))/', pathNot: '^libs/[^/]+/src/(.*domain|engine)/' },
      to: { path: '^libs/[^/]+/src/domain/index\\.ts$' },
    },
    {
      name: 'libs-by-their-name',
      comment: "Import another lib as '#lib/name', the form that works in source and in dist.",
      severity: 'error',
      from: { path: '^(?:apps|test|libs/([^/]+))/' },
      to: { path: '^libs/', pathNot: '^libs/$1/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'no-import-of-the-own-index',
      comment: 'Inside a lib import the file; its index is for the others.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/$1/src/index\\.ts$' },
    },
    {
      name: 'console-talks-http-only',
      comment: 'The console knows the server by docs/openapi.json alone.',
      severity: 'error',
      from: { path: '^apps/console/' },
      to: { path: '^libs/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client is installed without the rest of the tree.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|libs|test)/' },
    },
    {
      name: 'programs-take-types-of-the-client-only',
      comment: 'The image is built without the packages.',
      severity: 'error',
      from: { path: '^(apps|libs)/' },
      to: { path: '^packages/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-is-pure-of-packages',
      comment: 'Domain functions know nothing of Nest, TypeORM, drivers, files or the network.',
      severity: 'error',
      from: { path: '^libs/[^/]+/src/.*domain/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'core'] },
    },
    {
      name: 'domain-is-pure-of-layers',
      comment:
        'Domain functions import only the kernel, domain functions of their own lib or of libs below, and types.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/src/.*domain/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^libs/',
        pathNot: ['^libs/$1/src/.*domain/', '^libs/kernel/src/index\\.ts$', '^libs/[^/]+/src/domain/index\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'persistence-imports-the-domain-only',
      comment: 'The layers of a lib depend on its SQL, and its SQL depends on the domain.',
      severity: 'error',
      from: {
        path: '^libs/([^/]+)/src/.*persistence/',
        pathNot: ['\\.spec\\.ts$', '^libs/database/'],
      },
      to: { path: '^libs/$1/', pathNot: ['^libs/$1/src/.*domain/', '^libs/$1/src/.*persistence/'] },
    },
    ...libBorders,
    ...appBorders,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', '^test/bench/peers/.*\\.mjs$'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
  },
};
