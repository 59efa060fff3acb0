// npm run test:redis: the suites that meet a queue or a store of Redis, with TEST_REDIS_URL. The others would say the same twice.
import { runJest } from './run-jest.mjs';

/** Whatever imports one of these, however far away, runs on Redis too. */
const DOORS_TO_REDIS = ['test/support/test-service.ts', 'test/support/queue-world.ts', 'test/e2e/rate-limits.spec.ts'];

if (!process.env.TEST_REDIS_URL) {
  console.error('set TEST_REDIS_URL=redis://… to an empty Redis or Valkey of your own');
  process.exit(2);
}
process.exit(runJest('main', [...process.argv.slice(2), '--findRelatedTests', ...DOORS_TO_REDIS]));
