import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const [FEWEST_BYTES, MOST_BYTES] = [24, 64];

/** A new secret of a webhook: 32 random bytes. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Whether a text is `whsec_` and the base64 of 24 to 64 bytes. */
export function isWebhookSecret(text: string): boolean {
  if (!text.startsWith(PREFIX) || text.length > 100) return false;
  const encoded = text.slice(PREFIX.length);
  const key = Buffer.from(encoded, 'base64');
  // What Buffer skips silently makes a difference here.
  return key.toString('base64') === encoded && key.length >= FEWEST_BYTES && key.length <= MOST_BYTES;
}

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com), which sign `id.timestamp.body`.
 * @param attempt `seconds`: Unix time of the attempt; `body`: as it is sent.
 * @throws Error without a secret: nothing goes out unsigned.
 */
export function webhookHeaders(
  secret: string,
  attempt: { readonly id: string; readonly seconds: number; readonly body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  if (!isWebhookSecret(secret)) throw new Error('a webhook needs a secret');
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signed = `${attempt.id}.${attempt.seconds}.${attempt.body}`;
  return {
    'webhook-id': attempt.id,
    'webhook-timestamp': String(attempt.seconds),
    'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  };
}
