import type { ChannelKind } from './channel-kind';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** Waits after the first, second, … attempt that failed. */
const BOT_WAITS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR];
/** As the Standard Webhooks specification proposes: 75 hours in all. */
const WEBHOOK_WAITS = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
];

/** Webhooks wait up to a tenth longer, so that receivers that were down do not get everything at once. */
const JITTER = 0.1;

/**
 * How long to wait after an attempt that may be repeated.
 * @param attempts That were made, from 1 on. @param random From 0 to 1, drawn by the caller.
 * @returns ms; undefined where it was the last one.
 */
export function retryWaitMs(kind: ChannelKind, attempts: number, random: number): number | undefined {
  const isWebhook = kind === 'webhook';
  const wait = (isWebhook ? WEBHOOK_WAITS : BOT_WAITS)[attempts - 1];
  return wait === undefined || !isWebhook ? wait : Math.round(wait * (1 + JITTER * random));
}
