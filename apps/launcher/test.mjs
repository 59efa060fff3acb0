// npm test, npm run test:real …: node test.mjs SUITE [jest arguments]
import { runJest } from './run-jest.mjs';

const [suite, ...args] = process.argv.slice(2);
process.exit(await runJest(suite, args));
