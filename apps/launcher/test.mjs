// npm test, npm run test:real …: node test.mjs PROJECT[,PROJECT…] [jest arguments]
import { runJest } from './run-jest.mjs';

const [projects, ...args] = process.argv.slice(2);
process.exit(await runJest(projects.split(','), args));
