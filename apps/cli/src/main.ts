import { loadConfig, operatorLanguage } from '#lib/config';
import { runCommandLine } from './program';

async function main(): Promise<void> {
  const exitCode = await runCommandLine(process.argv.slice(2), loadConfig, process, operatorLanguage());
  await Promise.all([process.stdout, process.stderr].map(flushed));
  // Everything is closed, but BullMQ's timers would keep the process for some seconds more.
  process.exit(exitCode);
}

/** Resolves when all that was written has left the process; a reader that went away, as `head` does, counts as well. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}

// `cli … | head` closes the pipe early.
process.stdout.on('error', () => undefined);
void main();
