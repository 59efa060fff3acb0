import { calendarDayOf } from '#lib/kernel';
import { shanghaiTime } from '#lib/market-data';
import { type DaySet, SEPARATE_DAY_SETS } from './data-sets';
import { evaluateDay, type StoredReading } from './evaluate-day';

const DAY = calendarDayOf('2024-01-11');
const COUNTS = { day: DAY, bars: 100, beijingBars: 10, expected: 100, arrived: 100 };
const LATER = shanghaiTime(calendarDayOf('2024-01-12'), '09:25');

const ALL_SETS = { daySets: SEPARATE_DAY_SETS, finalFrom: null };

const reading = (dataSet: DaySet, rows = 100, fetchedAt = LATER): StoredReading => ({
  ...{ dataSet, day: DAY, rows, fetchedAt, firstSameAt: fetchedAt },
});
const ALL = SEPARATE_DAY_SETS.map((dataSet) => reading(dataSet));
const without = (left: DaySet): StoredReading[] => ALL.filter(({ dataSet }) => dataSet !== left);
const isComplete = (
  readings: readonly StoredReading[],
  daySets: readonly DaySet[] = SEPARATE_DAY_SETS,
): boolean | undefined => evaluateDay(COUNTS, readings, { daySets, finalFrom: null }).evaluation?.complete;

it('a day with all its data sets is complete, valuations and suspensions or not', () => {
  expect(isComplete(ALL)).toBe(true);
  expect(isComplete(without('valuations'))).toBe(true);
  expect(isComplete(without('suspensions'))).toBe(true);
});

it.each<DaySet>(['price_limits', 'adjustment_factors'])('a day is not complete without %s, or with too few', (set) => {
  expect(isComplete(without(set))).toBe(false);
  expect(isComplete([...without(set), reading(set, 94)])).toBe(false);
});

it('a vendor that has bars alone has complete days', () => {
  expect(isComplete([reading('bars')], ['bars'])).toBe(true);
  expect(isComplete([reading('bars')])).toBe(false);
});

it('a day without bars is not evaluated, its other readings are', () => {
  const { units, evaluation } = evaluateDay(COUNTS, without('bars'), ALL_SETS);
  expect(evaluation).toBeUndefined();
  expect(units.map(({ settled }) => settled)).toEqual([true, true, true, true]);
});

it.each([
  [0, false],
  [85, false],
  [86, true],
])('money flow of %d stocks of 90 that it is promised of: settled %s, and the day is complete', (rows, settled) => {
  const vendor = { daySets: [...SEPARATE_DAY_SETS, 'money_flow_ths'] as const, finalFrom: null };
  const { units, evaluation } = evaluateDay(COUNTS, [...ALL, reading('money_flow_ths', rows)], vendor);
  expect(units.find(({ dataSet }) => dataSet === 'money_flow_ths')?.settled).toBe(settled);
  expect(evaluation?.complete).toBe(true);
});

it('a day that was read before its bars were final is provisional, and neither settled nor complete', () => {
  const early = ALL.map((one) => ({ ...one, fetchedAt: shanghaiTime(DAY, '15:44') }));
  expect(evaluateDay(COUNTS, early, ALL_SETS).evaluation).toEqual({
    ...{ day: DAY, expected: 100, provisional: true, settledAt: null, complete: false },
  });
});

it('a package that was published is final when it came, and complete without limit prices and factors', () => {
  const vendor = { daySets: ['package'] as const, finalFrom: '16:00' };
  const sameDay = shanghaiTime(DAY, '16:01');
  expect(evaluateDay(COUNTS, [reading('package', 100, sameDay)], vendor).evaluation).toMatchObject({
    ...{ provisional: false, settledAt: sameDay, complete: true },
  });
  const early = shanghaiTime(DAY, '15:50');
  expect(evaluateDay(COUNTS, [reading('package', 100, early)], vendor).evaluation).toMatchObject({
    ...{ provisional: false, settledAt: null, complete: false },
  });
});
