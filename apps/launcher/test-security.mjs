// npm run test:security: the tests of test/security, then npm audit of what ships.
import { audit } from './audit.mjs';
import { runJest } from './run-jest.mjs';

const tests = await runJest(['security'], process.argv.slice(2));
const packages = audit();
process.exit(tests === 0 ? packages : tests);
