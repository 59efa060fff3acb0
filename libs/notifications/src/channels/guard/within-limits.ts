import { type Outgoing, TIME_LIMITS } from './outgoing';
import { OutgoingError, toOutgoingError } from './outgoing-error';

/**
 * Runs one attempt within its limits of time.
 * @param run Gets a signal that is aborted when the time is up, and a function to call once the connection stands.
 * @throws OutgoingError.
 */
export async function withinLimits<T>(
  outgoing: Outgoing,
  run: (signal: AbortSignal, connected: () => void) => Promise<T>,
): Promise<T> {
  const limits = outgoing.limits ?? TIME_LIMITS;
  const controller = new AbortController();
  const stop = (): void => controller.abort(new OutgoingError('stopped', 'The program stopped during the attempt'));
  const afterMs = (ms: number, what: string): NodeJS.Timeout =>
    setTimeout(() => controller.abort(new OutgoingError('timeout', `${what} within ${ms / 1000} s`)), ms);
  const connecting = afterMs(limits.connectMs, 'No connection');
  const whole = afterMs(limits.totalMs, 'No whole response');
  outgoing.signal.addEventListener('abort', stop, { once: true });
  if (outgoing.signal.aborted) stop();
  try {
    return await Promise.race([
      rejectOnAbort(controller.signal),
      run(controller.signal, () => clearTimeout(connecting)),
    ]);
  } catch (error) {
    throw toOutgoingError(error);
  } finally {
    clearTimeout(connecting);
    clearTimeout(whole);
    outgoing.signal.removeEventListener('abort', stop);
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => reject(toOutgoingError(signal.reason));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
