import { GROUND_VOLUME_SOURCE } from '#lib/tracking';
import { findFrom, valuesOf } from '../../../../test/support/inputs/screens/find-on';
import { type PlainBar, stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { lowVolume } from './low-volume';

/** 400 bars of 1,000 shares, from the market's 1,000th day on; a cap of 10 billion. */
const BUSY: PlainBar = { open: 10, high: 10.1, low: 9.9, close: 10, volume: 1000 };
const busy = Array.from({ length: 400 }, () => BUSY);
const volumes = (...each: number[]) => each.map((volume) => ({ ...BUSY, volume }));

type Values = Parameters<typeof lowVolume.needs>[0];
type Stock = Parameters<typeof stockBarsOf>[1];

/** The position of the hit from the end, and its evidence. */
function found(plain: readonly PlainBar[], changed: Partial<Values> = {}, stock: Stock = {}) {
  const bars = stockBarsOf(plain, stock);
  const values = { ...valuesOf<Values>(lowVolume), range_days: 5, ...changed };
  const [hit] = findFrom(lowVolume, bars, bars.count - 1, values);
  return hit === undefined ? null : { back: bars.count - 1 - hit[0], ...hit[1] };
}

it('is the scan, under the source of its sessions', () => {
  expect(lowVolume.source).toBe(GROUND_VOLUME_SOURCE);
});

it('the hit is the latest of the lowest volumes of the range', () => {
  expect(found([...busy, ...volumes(900, 800, 800, 850, 900)])).toMatchObject({ back: 2 });
  expect(found([...busy, ...volumes(700, 900, 800, 800, 850, 900)])).toBeNull();
  expect(found([...busy, ...volumes(700, 900, 800, 800, 850, 900)], { range_days: 6 })).toMatchObject({ back: 5 });
});

it('no bar of the 360 open days before undercuts it', () => {
  const lower = (back: number, volume: number) => [
    ...busy.map((bar, at) => (at === 400 - back ? { ...bar, volume } : bar)),
    ...volumes(900, 800, 800, 850, 900),
  ];
  expect(found(lower(360, 799))).toBeNull();
  expect(found(lower(360, 800))).toMatchObject({ back: 2, evidence: { priorLowLots: 8, priorLowDate: 1040 } });
  expect(found(lower(361, 799))).toMatchObject({ evidence: { priorLowLots: 10, priorLowDate: 1399 } });
});

it('volumes are those that were traded, whatever became of the shares', () => {
  const bonus = { ...BUSY, close: 5, high: 5.1, low: 4.9, open: 5, referenceClose: 5, volume: 1000 };
  expect(found([...busy, bonus], { range_days: 1 })).toMatchObject({ back: 0, evidence: { volumeLots: 10 } });
});

it('the range ends on the day of the run, on which the stock need not have traded', () => {
  const bars = [...busy, ...volumes(800, 900)];
  expect(found(bars, {}, { idleDays: 3 })).toMatchObject({ back: 1 });
  expect(found(bars, {}, { idleDays: 4 })).toBeNull();
  const equal = [...busy, ...volumes(800, 800)];
  expect(found(equal, {}, { idleDays: 4 })).toMatchObject({ back: 0, evidence: { priorLowLots: 8 } });
  expect(found(equal, {}, { idleDays: 5 })).toBeNull();
});

it('did not close at limit-up', () => {
  const last = (close: number) => [...busy, { ...BUSY, volume: 800, high: 11, close }];
  expect(found(last(11))).toBeNull();
  expect(found(last(10.99))).toMatchObject({ back: 0 });
});

it('circulating caps are within the bounds on the last bar, both inclusive', () => {
  const bars = (floatCap: number) => [...busy, { ...BUSY, volume: 800, floatCap: 1 }, { ...BUSY, floatCap }];
  for (const cap of [100e8, 500e8]) expect(found(bars(cap))).toMatchObject({ evidence: { capYi: cap / 1e8 } });
  for (const cap of [100e8 - 1, 500e8 + 100, NaN]) expect(found(bars(cap))).toBeNull();
  expect(lowVolume.findConflict?.({ range_days: 1, circ_mkt_min_yi: 2, circ_mkt_max_yi: 1 })?.parameter).toBe(
    'circ_mkt_min_yi',
  );
  expect(lowVolume.findConflict?.({ range_days: 1, circ_mkt_min_yi: 2, circ_mkt_max_yi: 2 })).toBeUndefined();
});

describe('a history', () => {
  const hit = volumes(800);

  it('of the market reaches back to the first of the 360 days', () => {
    const last = { ...BUSY, volume: 800 };
    expect(found([{ ...last, day: 364 }], { range_days: 5 }, { firstDay: 0 })).not.toBeNull();
    expect(found([{ ...last, day: 363 }], { range_days: 5 }, { firstDay: 0 })).toBeNull();
  });

  it('of the stock begins at the latest on the first of them', () => {
    const young = (listDays: number) => found([...busy, ...hit], {}, { listDays: listDays - 400 });
    // 5 of the range, 360 before.
    expect(young(365)).not.toBeNull();
    expect(young(364)).toBeNull();
  });

  it('of files has a bar before the range', () => {
    const first = (count: number) => volumes(...Array.from({ length: count }, () => 800));
    const files = { isWhole: true, isOfFiles: true };
    expect(found(first(5), {}, files)).toBeNull();
    expect(found(first(6), {}, files)).not.toBeNull();
    expect(found(first(5), {}, { ...files, isWhole: false })).not.toBeNull();
    expect(found(first(5), {}, { isWhole: true })).toMatchObject({ evidence: { relVolume: null, priorLowLots: null } });
  });
});

it('the quieter for the stock, the better', () => {
  const bars = [
    ...busy.map((bar, at) => ({ ...bar, volume: at < 150 ? 9000 : at % 2 === 0 ? 1000 : 2000 })),
    ...volumes(750),
  ];
  expect(found(bars, { range_days: 1 })).toMatchObject({ score: 2, evidence: { relVolume: 0.5 } });
});

it('a range of one day ends on every bar', () => {
  const bars = stockBarsOf([...busy, ...volumes(900, 950, 900, 800)]);
  const values = { ...valuesOf<Values>(lowVolume), range_days: 1 };
  expect([...findFrom(lowVolume, bars, 395, values).keys()]).toEqual([395, 396, 397, 398, 399, 400, 402, 403]);
});
