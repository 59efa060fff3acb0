import { estimateRest } from './fill-estimate';

describe('the estimate of a fill', () => {
  it('is the pace so far times what is left', () => {
    expect(estimateRest({ at: 1000, done: 100 }, { at: 11_000, done: 110 }, 500)).toBe(390_000);
  });

  it.each([
    ['after too few units', { at: 0, done: 0 }, { at: 9000, done: 4 }, 500],
    ['of a fill that went back', { at: 0, done: 20 }, { at: 9000, done: 10 }, 500],
    ['at the end', { at: 0, done: 0 }, { at: 9000, done: 500 }, 500],
    ['without a total', { at: 0, done: 0 }, { at: 9000, done: 50 }, 0],
  ])('is not made %s', (_when, first, now, total) => {
    expect(estimateRest(first, now, total)).toBeNull();
  });
});
