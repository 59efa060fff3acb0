// npm test, npm run test:real …: node test.mjs PROJECT[,PROJECT…] [jest arguments]
import { availableParallelism } from 'node:os';
import { runJest } from './run-jest.mjs';

/** A suite of `npm test` waits for its PostgreSQL and for timers a third of the time: three keep two processors busy. */
const LEAST_WORKERS = 3;
const CHOOSES_WORKERS = /^(--maxWorkers|-w|--runInBand|-i)(=|$)/;

const [names, ...args] = process.argv.slice(2);
const projects = names.split(',');
// The other projects measure times, or load the machine by themselves.
const runsSideBySide = projects.includes('unit') && !args.some((argument) => CHOOSES_WORKERS.test(argument));
const workers = runsSideBySide ? [`--maxWorkers=${Math.max(LEAST_WORKERS, availableParallelism() - 1)}`] : [];
process.exit(await runJest(projects, [...workers, ...args]));
