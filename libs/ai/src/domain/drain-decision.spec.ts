import { type DrainWaitLimits, decideNextStep, type MissingModel } from './drain-decision';

const LIMITS: DrainWaitLimits = {
  firstWaitMs: 5_000,
  longestWaitMs: 600_000,
  longestPauseMs: 60_000,
  mostWaits: 6,
  modelMs: 600_000,
  drainMs: 1_800_000,
};

const missing = (scope: MissingModel['scope'], changes: Partial<MissingModel> = {}): MissingModel => ({
  model: 'a',
  code: scope === 'passes' ? 'rate_limited' : 'unauthorized',
  message: 'why',
  scope,
  retryAfterMs: null,
  failingForMs: 0,
  ...changes,
});
const decision = (configured: number, models: readonly MissingModel[], waits = 0) =>
  decideNextStep(configured, models, waits, LIMITS);

describe('an error that passes', () => {
  it.each([
    ['is waited for', 0, null, { act: 'wait', waitMs: 5_000, pauseMs: 5_000 }],
    ['is waited for longer each time', 3, null, { act: 'wait', waitMs: 40_000, pauseMs: 5_000 }],
    ['is waited for as long as the server asks', 0, 30_000, { act: 'wait', waitMs: 30_000, pauseMs: 30_000 }],
    ['is never waited for without a bound', 0, 1e9, { act: 'wait', waitMs: 600_000, pauseMs: 60_000 }],
    ['is waited for six times', 6, null, { act: 'settle' }],
  ])('%s', (_what, waits, retryAfterMs, expected) => {
    expect(decision(1, [missing('passes', { retryAfterMs })], waits)).toEqual(expected);
    expect(decision(3, [missing('passes', { retryAfterMs })], waits)).toEqual(expected);
  });

  it('of a model that is gone for ten minutes is no longer waited for if others answer', () => {
    const gone = missing('passes', { failingForMs: 600_000 });
    expect(decision(3, [gone])).toEqual({ act: 'settle' });
    expect(decision(1, [gone])).toMatchObject({ act: 'wait' });
  });

  it('that has not passed in half an hour stops the drain if no model answers', () => {
    const gone = missing('passes', { failingForMs: 1_800_000 });
    expect(decision(1, [gone], 9)).toEqual({ act: 'stop', code: 'rate_limited', message: 'a: why' });
    expect(decision(2, [gone])).toEqual({ act: 'settle' });
  });
});

describe('an error that does not pass', () => {
  const errors = (count: number) =>
    Array.from({ length: count }, (_, index) => missing('stops', { model: `m${index}` }));

  it.each([
    [1, 1, 'stop'],
    [2, 1, 'stop'],
    [3, 1, 'settle'],
    [3, 2, 'stop'],
    [4, 1, 'settle'],
    [4, 2, 'stop'],
    [5, 2, 'settle'],
  ])('of %d models, %d without an answer: %s', (configured, count, act) => {
    expect(decision(configured, errors(count)).act).toBe(act);
  });

  it('names the first model', () => {
    expect(decision(2, errors(2))).toEqual({ act: 'stop', code: 'unauthorized', message: 'm0: why' });
  });
});

it('an error of one question is neither waited for nor a reason to stop', () => {
  expect(decision(1, [missing('question')])).toEqual({ act: 'settle' });
  expect(decision(3, [missing('question'), missing('passes')])).toMatchObject({ act: 'wait' });
});
