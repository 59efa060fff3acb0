import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
const TELL_EVERY_MS = 15_000;
/** Without it the primary serves everything. */
const REPLICA = 'replica';

/**
 * Waits until `GET /health/ready` reports every part, the worker and the queue included, and says from time to time
 * what is missing. Returns early where `signal` aborts.
 */
export async function untilReady(
  host: string,
  port: number,
  signal: AbortSignal,
  say: (sentence: string) => void,
): Promise<void> {
  const url = `http://${getAddress(host)}:${port}/health/ready`;
  let tellAt = Date.now() + TELL_EVERY_MS;
  for (;;) {
    const missing = await missingParts(url);
    if (missing.length === 0 || signal.aborted) return;
    if (Date.now() > tellAt) {
      say(`Still waiting for: ${missing.join(', ')}.`);
      tellAt += TELL_EVERY_MS;
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** An address to call where the server listens on all of them. */
function getAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function missingParts(url: string): Promise<string[]> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
    const { data } = (await response.json()) as { data?: { status?: string; degraded?: string[] } };
    if (!response.ok || data === undefined) return ['database'];
    return (data.degraded ?? []).filter((part) => part !== REPLICA);
  } catch {
    return ['api'];
  }
}
