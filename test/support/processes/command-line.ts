import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { loadConfig } from '#lib/config';
import { runCommandLine } from '../../../apps/cli/src/program';

export interface CommandOutcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs a command line in this process, with `env` for its whole environment. */
export async function runCommand(
  words: readonly string[],
  env: Record<string, string>,
  language?: 'zh' | 'en',
): Promise<CommandOutcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [out, errors] = [text(stdout), text(stderr)];
  const read = () => loadConfig({ ADMIN_PASSWORD: 'a password of tests', ...env });
  const exitCode = await runCommandLine(words, read, { stdout, stderr }, language);
  stdout.end();
  stderr.end();
  return { exitCode, stdout: await out, stderr: await errors };
}
