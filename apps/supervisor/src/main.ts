import { ConfigError, loadConfig } from '#lib/config';
import { AppError } from '#lib/kernel';
import { redactText, showSourcePlaces } from '#lib/observability';
import { Supervisor } from './supervisor';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** Errors that are meant for a person are one sentence; anything else is a bug and shows its stack. */
function complain(error: unknown): void {
  const text =
    error instanceof ConfigError || error instanceof AppError
      ? `Stock Cycle can't start: ${error.message}.`
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${redactText(text)}\n`);
}

async function main(): Promise<void> {
  showSourcePlaces();
  const supervisor = new Supervisor(loadConfig(), say);
  for (const name of STOP_SIGNALS) process.on(name, () => supervisor.stop());
  // `npm run dev` holds a channel to us: killed, it leaves nothing behind either.
  process.on('disconnect', () => supervisor.stop());
  process.on('uncaughtException', (error) => {
    complain(error);
    process.exitCode = 1;
    supervisor.stop();
  });
  try {
    await supervisor.run();
  } finally {
    if (process.connected) process.disconnect();
  }
}

main().catch((error: unknown) => {
  complain(error);
  process.exitCode = 1;
});
