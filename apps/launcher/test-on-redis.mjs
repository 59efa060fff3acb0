// npm run test:redis: the suites that meet a queue or a store of Redis, with TEST_REDIS_URL. The others would say the same twice.
// With --brief only those that are about the queue, its jobs and its limits: what CI has the time for.
import { runJest } from './run-jest.mjs';

/** Whatever imports one of these, however far away, runs on Redis too. */
const BRIEF = ['test/support/worlds/queue-world.ts', 'test/e2e/rate-limits.spec.ts'];
const DOORS_TO_REDIS = ['test/support/worlds/test-service.ts', ...BRIEF];

/** Jobs of each queue, from a route through Redis to a worker and back. */
const JOBS_OF_EACH_QUEUE = [
  ...['scan', 'ai-fill-drains', 'positions-import', 'jobs', 'queue-board'].map((name) => `test/e2e/${name}.spec.ts`),
  'test/processes/seo-import-worker.spec.ts',
];

if (!process.env.TEST_REDIS_URL) {
  console.error('set TEST_REDIS_URL=redis://… to an empty Redis or Valkey of your own');
  process.exit(2);
}
const brief = process.argv.includes('--brief');
const options = process.argv.slice(2).filter((option) => option !== '--brief');
const doors = brief ? [...BRIEF, ...JOBS_OF_EACH_QUEUE] : DOORS_TO_REDIS;
process.exit(await runJest(['integration', 'e2e', 'processes'], [...options, '--findRelatedTests', ...doors]));
