import { retryWaitMs } from './retry-ladder';

const waits = (kind: 'wecom' | 'webhook', random = 0) => {
  const found: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const wait = retryWaitMs(kind, attempts, random);
    if (wait === undefined) return found.map((ms) => ms / 1000);
    found.push(wait);
  }
};

it('asks a bot five times within some 73 minutes', () => {
  expect(waits('wecom')).toEqual([30, 120, 600, 3600]);
});

it('asks a webhook ten times within 75 h 35 min, with some jitter', () => {
  const plain = waits('webhook');
  expect(plain).toHaveLength(9);
  expect(plain.reduce((sum, seconds) => sum + seconds, 0)).toBe(75 * 3600 + 35 * 60 + 5);
  expect(waits('webhook', 1)[0]).toBe(5.5);
});
