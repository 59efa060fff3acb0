/** What one attempt came to. */
export interface DeliveryResult {
  /**
   * `retry`: the same attempt may succeed later. `failed`: it won't until somebody changes something. `disabled`: the address is
   * gone, so the channel should be switched off.
   */
  readonly outcome: 'sent' | 'retry' | 'failed' | 'disabled';
  /** The HTTP status or SMTP code of the last response; null if there was none. */
  readonly status: number | null;
  /** In our words, English; never a secret, an address or text of the service. */
  readonly reason: string;
  /** The service's own text, at most 200 characters, secrets masked; null if there was none. */
  readonly answer: string | null;
  /** For `retry`: seconds that the service asks for, at most a day. */
  readonly retryAfterSeconds?: number;
  /** The service limits the rate: the attempt doesn't count. */
  readonly isRateRefusal?: boolean;
}

/** A classified response, before the service's own text is added. */
export type Verdict = Pick<DeliveryResult, 'outcome' | 'reason' | 'retryAfterSeconds' | 'isRateRefusal'>;

const RATE_WAIT_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 86_400;

export const sent = (): Verdict => ({ outcome: 'sent', reason: 'Sent' });
export const failed = (reason: string): Verdict => ({ outcome: 'failed', reason });
export const disabled = (reason: string): Verdict => ({ outcome: 'disabled', reason });

export function retry(reason: string, seconds?: number): Verdict {
  return { outcome: 'retry', reason, ...(seconds === undefined ? {} : { retryAfterSeconds: boundWait(seconds) }) };
}

/** @param seconds What the service asks for; without it a minute. */
export function rateLimited(service: string, seconds = RATE_WAIT_SECONDS): Verdict {
  return { ...retry(`${service} limits the rate`, seconds), isRateRefusal: true };
}

function boundWait(seconds: number): number {
  return Math.min(LONGEST_WAIT_SECONDS, Math.max(0, Math.ceil(seconds)));
}
