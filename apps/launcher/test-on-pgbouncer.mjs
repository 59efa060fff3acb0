// npm run test:pgbouncer: the suites of what a user does most, with API and worker behind PgBouncer in transaction mode.
import { runJest } from './run-jest.mjs';

const SUITES = [
  ...['sessions', 'records', 'scan', 'jobs'],
  ...['ai-fill-drains', 'market-imports', 'seo-imports', 'positions-import', 'queue-board'],
];

process.env.TEST_PGBOUNCER = 'on';
process.exit(
  await runJest(['e2e'], [...process.argv.slice(2), '--testPathPatterns', `e2e/(${SUITES.join('|')})\\.spec`]),
);
