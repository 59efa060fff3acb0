import { findFrom, findOnLast, valuesOf } from '../../../../test/support/inputs/screens/find-on';
import { type PlainBar, stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { lowVolumePool } from './low-volume-pool';

/**
 * 400 bars at 10 with a true range of 0.2 and 1,000 shares each, from the market's 1,000th day on. A quieter one 361 bars before
 * the end undercuts the equal volumes after it.
 */
const BUSY: PlainBar = { open: 10, high: 10.1, low: 9.9, close: 10, volume: 1000 };
const busy = Array.from({ length: 400 }, (_, at) => (at === 39 ? { ...BUSY, volume: 990 } : BUSY));
/** A low of 500 shares on the 401st bar. */
const HIT: PlainBar = { ...BUSY, volume: 500 };

const found = (plain: readonly PlainBar[], changed = {}, stock = {}) =>
  findOnLast(lowVolumePool, stockBarsOf(plain, stock), changed);
const states = (plain: readonly PlainBar[], changed = {}) => {
  const evidence = found(plain, changed)?.evidence;
  return evidence === undefined ? null : [evidence['previousState'], evidence['state']];
};
const stateAfter = (...bars: PlainBar[]) => found([...busy, HIT, ...bars])?.evidence['state'] ?? null;
const repeat = (count: number, bar: PlainBar) => Array.from({ length: count }, () => bar);

describe('hits', () => {
  it('are bars whose volume no bar of the 360 open days before undercuts', () => {
    expect(states([...busy, HIT])).toEqual([null, 'waiting']);
    expect(found(busy)).toBeNull();
    const lower = (back: number, volume: number) =>
      busy.map((bar, at) => (at === 400 - back ? { ...bar, volume } : bar));
    expect(found([...lower(360, 499), HIT], { pool_days: 5 })).toBeNull();
    expect(found([...lower(360, 500), HIT], { pool_days: 5 })).not.toBeNull();
    expect(found([...lower(361, 499), HIT], { pool_days: 5 })).not.toBeNull();
  });

  it('count open days, not bars', () => {
    const suspended = (day: number) => [
      { ...BUSY, volume: 499, day: 1000 },
      { ...BUSY, day: 1200 },
      { ...HIT, day },
    ];
    expect(found(suspended(1360))).toBeNull();
    expect(found(suspended(1361))).not.toBeNull();
  });

  it('did not close at limit-up', () => {
    expect(found([...busy, { ...HIT, close: 11, high: 11 }], { pool_days: 5 })).toBeNull();
    expect(found([...busy, { ...HIT, close: 10.99, high: 11 }], { pool_days: 5 })).not.toBeNull();
  });

  it('are those of stocks with a year to compare with', () => {
    const young = (listDays: number) => found([...busy, HIT], { pool_days: 5 }, { listDays: listDays - 400 });
    expect(young(361)).not.toBeNull();
    expect(young(360)).toBeNull();
  });

  it('need a market that knows the 360 days before', () => {
    expect(found([{ ...HIT, day: 360 }])).not.toBeNull();
    expect(found([{ ...HIT, day: 359 }])).toBeNull();
  });
});

describe('the pool', () => {
  // Falling volumes: every bar is a hit.
  const falling = (...volumes: number[]) => volumes.map((volume) => ({ ...BUSY, volume }));

  it('keeps the deepest low, the newest of equals', () => {
    const evidence = found([...busy, ...falling(500, 400, 400, 450)])?.evidence;
    expect(evidence).toMatchObject({ hitDate: 1402, daysInPool: 1, volumeVsLow: 1.125 });
  });

  it('forgets a hit after its days', () => {
    const past = (count: number) => [...busy.map((bar) => ({ ...bar, volume: 2000 })), HIT, ...repeat(count, BUSY)];
    expect(found(past(10), { pool_days: 10 })?.evidence).toMatchObject({ hitDate: 1400, daysInPool: 10 });
    expect(found(past(11), { pool_days: 10 })).toBeNull();
  });

  it('tells how far it is to the trigger and to the low', () => {
    const bars = [...busy, HIT, { ...BUSY, high: 10.5 }, { ...BUSY, close: 10, high: 11 }];
    expect(found(bars)?.evidence).toMatchObject({
      distanceToTriggerPct: expect.closeTo(5, 8),
      distanceToLowPct: expect.closeTo((10 / 9.9 - 1) * 100, 8),
    });
    expect(found([...busy, HIT])?.evidence['distanceToTriggerPct']).toBeCloseTo(1, 8);
  });
});

describe('states', () => {
  it('lower: a new ground volume, which counts from the next bar on', () => {
    expect(stateAfter(BUSY, { ...BUSY, volume: 499 })).toBe('lower');
    expect(stateAfter(BUSY, { ...BUSY, volume: 500 })).not.toBe('lower');
    const next = found([...busy, HIT, BUSY, { ...BUSY, volume: 499 }, BUSY])?.evidence;
    expect(next).toMatchObject({ hitDate: 1402, previousState: 'lower', state: 'waiting' });
  });

  it('broken: half an ATR under the low, or 3 % on two bars', () => {
    // ATR of 20 is 0.2, so 9.8; the first fall makes it no larger.
    const fall = (close: number): PlainBar => ({ ...BUSY, open: 9.9, high: 9.95, low: close, close });
    expect(stateAfter(fall(9.8))).toBe('waiting');
    expect(stateAfter(fall(9.79))).toBe('broken');
    // Wide bars: 3 % under 9.9 is 9.603.
    const wide = busy.map((bar) => ({ ...bar, high: 11, low: 9 }));
    const after = (...closes: number[]) => found([...wide, HIT, ...closes.map(fall)])?.evidence['state'];
    // With the hit's range of 0.2 ATR is 1.91, and half of it under the low 8.945.
    expect(after(8.95)).toBe('waiting');
    expect(after(8.94)).toBe('broken');
    expect(after(9.6)).toBe('waiting');
    expect(after(9.6, 9.6)).toBe('broken');
    expect(after(9.61, 9.6)).toBe('waiting');
    expect(after(9.6, 9.61)).toBe('waiting');
  });

  it('expired: more than 60 bars after the hit', () => {
    const aged = (count: number) => states([...busy, HIT, ...repeat(count, BUSY)], { pool_days: 120 });
    expect(aged(60)).toEqual(['waiting', 'waiting']);
    expect(aged(61)).toEqual(['waiting', 'expired']);
  });

  describe('wake', () => {
    // Since the hit: 500, 1000, 1000, 1000, so the median is 1000.
    const days = repeat(3, BUSY);
    const up: PlainBar = { open: 10, high: 10.5, low: 10, close: 10.3, volume: 2500 };
    const woken = (changed: Partial<PlainBar>, before = days) => stateAfter(...before, { ...up, ...changed });

    it('on volume over the median, a close over the highs and in its bar', () => {
      expect(woken({})).toBe('wake');
      expect(woken({ volume: 2499 })).toBe('waiting');
      expect(woken({ close: 10.3, high: 10.51 })).toBe('waiting');
      expect(woken({ close: 10.11, high: 10.15 })).toBe('wake');
      expect(woken({ close: 10.1, high: 10.15 })).toBe('waiting');
      expect(woken({ open: 10.3, low: 10.3, high: 10.3 })).toBe('waiting');
    });

    it('on volume over the median since the hit, yesterday included', () => {
      // 500, 2000, 2000.
      const loud = repeat(2, { ...BUSY, volume: 2000 });
      expect(woken({ volume: 5000 }, loud)).toBe('wake');
      expect(woken({ volume: 4999 }, loud)).not.toBe('wake');
    });

    it('on volume over the mean of 20', () => {
      const quietDays = repeat(3, { ...BUSY, volume: 500 });
      // The median is 500. 15 × 1000 + 4 × 500 + V = 17,000 + V; V >= 0.075 × (17,000 + V) gives V >= 1,378.4.
      expect(woken({ volume: 1379 }, quietDays)).toBe('wake');
      expect(woken({ volume: 1378 }, quietDays)).not.toBe('wake');
    });
  });

  it('rise_dry: over 5 % on a mean volume of at most twice the low', () => {
    const rise = (close: number, volume: number): PlainBar[] =>
      repeat(5, { open: close, high: close + 0.2, low: close - 0.2, close, volume });
    expect(stateAfter(...rise(10.51, 1000))).toBe('rise_dry');
    expect(stateAfter(...rise(10.5, 1000))).toBe('waiting');
    expect(stateAfter(...rise(10.51, 1001))).toBe('waiting');
  });

  it('drying: within 5 % on a mean volume of at most 1.5 times the low', () => {
    const near = (close: number, volume: number): PlainBar[] =>
      repeat(5, { open: close, high: close + 0.2, low: close - 0.2, close, volume });
    expect(stateAfter(...near(10.5, 750))).toBe('drying');
    expect(stateAfter(...near(10.5, 751))).toBe('waiting');
    expect(stateAfter(...near(10.51, 751))).toBe('rise_dry');
    expect(stateAfter(...near(9.9, 750))).toBe('drying');
    // Wide bars before, or the low had given way.
    const low = busy.map((bar) => ({ ...bar, high: 11, low: 9 }));
    const fallen = (close: number) => found([...low, { ...HIT, low: 9 }, ...near(close, 750)])?.evidence['state'];
    expect(fallen(9.5)).toBe('drying');
    expect(fallen(9.49)).toBe('waiting');
  });
});

it('a sweep says the state of the bar before', () => {
  const bars = stockBarsOf([...busy, HIT, BUSY, { ...BUSY, volume: 499 }, BUSY]);
  const sweep = findFrom(lowVolumePool, bars, 400, valuesOf(lowVolumePool, { pool_days: 5 }));
  expect([...sweep].map(([at, { evidence }]) => [at, evidence['previousState'], evidence['state']])).toEqual([
    [400, null, 'waiting'],
    [401, 'waiting', 'waiting'],
    [402, 'waiting', 'lower'],
    [403, 'lower', 'waiting'],
  ]);
});

it('rank puts what changed today first, then the state, then the driest', () => {
  const candidate = (code: string, previousState: string | null, state: string, score = 1) => ({
    ...{ code, score, evidence: { previousState, state } },
  });
  const ranked = lowVolumePool.rank?.(
    [
      candidate('600001', 'drying', 'drying'),
      candidate('600002', 'wake', 'wake'),
      candidate('600003', 'drying', 'broken'),
      candidate('600004', null, 'waiting'),
      candidate('600007', 'drying', 'wake', 2),
      candidate('600006', 'drying', 'wake'),
      candidate('600005', 'drying', 'wake'),
    ],
    valuesOf(lowVolumePool),
  );
  expect(ranked?.map(({ code }) => code)).toEqual([
    '600007',
    '600005',
    '600006',
    '600004',
    '600003',
    '600002',
    '600001',
  ]);
});
