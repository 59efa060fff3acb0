import { loadConfig } from '#lib/config';
import { runCommandLine } from './program';

void runCommandLine(process.argv.slice(2), loadConfig, process).then((exitCode) => {
  process.exitCode = exitCode;
});
