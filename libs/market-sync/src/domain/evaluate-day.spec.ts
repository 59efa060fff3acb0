import { calendarDayOf } from '#lib/kernel';
import { shanghaiTime } from '#lib/market-data';
import { DAY_SETS, type DaySet } from './data-sets';
import { evaluateDay, type StoredReading } from './evaluate-day';

const DAY = calendarDayOf('2024-01-11');
const COUNTS = { day: DAY, bars: 100, expected: 100, arrived: 100 };
const LATER = shanghaiTime(calendarDayOf('2024-01-12'), '09:25');

const reading = (dataSet: DaySet, rows = 100, fetchedAt = LATER): StoredReading => ({
  ...{ dataSet, day: DAY, rows, fetchedAt, firstSameAt: fetchedAt },
});
const ALL = DAY_SETS.map((dataSet) => reading(dataSet));
const without = (left: DaySet): StoredReading[] => ALL.filter(({ dataSet }) => dataSet !== left);
const isComplete = (readings: readonly StoredReading[], required: readonly DaySet[] = DAY_SETS): boolean | undefined =>
  evaluateDay(COUNTS, readings, required).evaluation?.complete;

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
  const { units, evaluation } = evaluateDay(COUNTS, without('bars'), DAY_SETS);
  expect(evaluation).toBeUndefined();
  expect(units.map(({ settled }) => settled)).toEqual([true, true, true, true]);
});

it('a day that was read before its bars were final is provisional, and neither settled nor complete', () => {
  const early = ALL.map((one) => ({ ...one, fetchedAt: shanghaiTime(DAY, '15:44') }));
  expect(evaluateDay(COUNTS, early, DAY_SETS).evaluation).toEqual({
    ...{ day: DAY, expected: 100, provisional: true, settledAt: null, complete: false },
  });
});
