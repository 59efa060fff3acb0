import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { isWebhookSecret, newWebhookSecret, webhookHeaders } from './standard-webhook';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

it('the signature is the one of the specification', () => {
  const attempt = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(webhookHeaders(SECRET, attempt)).toEqual({
    'webhook-id': attempt.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it("the project's own library verifies what is signed", () => {
  fc.assert(
    fc.property(fc.json(), fc.stringMatching(/^evt_\w{1,20}$/), (body, id) => {
      const secret = newWebhookSecret();
      const headers = webhookHeaders(secret, { id, seconds: Math.floor(Date.now() / 1000), body });
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    }),
    { numRuns: 50 },
  );
});

it('a secret is the base64 of 24 to 64 bytes', () => {
  const of = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
  expect([23, 24, 64, 65].map((bytes) => isWebhookSecret(of(bytes)))).toEqual([false, true, true, false]);
  expect(isWebhookSecret(newWebhookSecret())).toBe(true);
  expect(newWebhookSecret()).not.toBe(newWebhookSecret());
  for (const text of [
    '',
    'whsec_',
    of(32).slice(6),
    `${of(24)}!`,
    of(25).replace(/=+$/, ''),
    `whsec_ ${of(24).slice(6)}`,
  ]) {
    expect(isWebhookSecret(text)).toBe(false);
  }
});

it('nothing is signed without a secret', () => {
  expect(() => webhookHeaders('', { id: 'a', seconds: 1, body: '' })).toThrow('secret');
});
