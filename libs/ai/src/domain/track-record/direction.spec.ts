import { CYCLE_EVENTS } from '#lib/tracking';
import { DIRECTED_VALUES, getDirection } from './direction';

const DIRECTIONS = { accumulation: 'up', distribution: 'down', either: undefined } as const;

it.each(CYCLE_EVENTS.map(({ abbr, side }) => [abbr, side] as const))('%s follows its side, %s', (abbr, side) => {
  expect(getDirection('event', abbr)).toBe(DIRECTIONS[side]);
});

it('phases and outlooks have a direction, others have none', () => {
  expect(['markup', 'accumulation', 'markdown', 'distribution'].map((phase) => getDirection('phase', phase))).toEqual([
    'up',
    'up',
    'down',
    'down',
  ]);
  expect(['transition', 'unclassified', 'toString'].map((phase) => getDirection('phase', phase))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(['上涨', '下跌', '震荡'].map((outlook) => getDirection('outlook', outlook))).toEqual(['up', 'down', 'flat']);
});

it('every value with a direction has its sign', () => {
  const signs = { up: 1, down: -1, flat: 0 };
  expect(DIRECTED_VALUES.map(({ sign }) => sign)).toEqual(
    DIRECTED_VALUES.map(({ kind, value }) => signs[getDirection(kind, value ?? 'any') ?? 'flat']),
  );
  expect(DIRECTED_VALUES).toContainEqual({ kind: 'event', value: 'SOW', sign: -1 });
  expect(DIRECTED_VALUES).toContainEqual({ kind: 'outlook', value: '震荡', sign: 0 });
  expect(DIRECTED_VALUES).toHaveLength(3 + 4 + CYCLE_EVENTS.filter(({ side }) => side !== 'either').length + 1);
});
