import { CYCLE_EVENTS } from '#lib/tracking';
import { getDirection } from './direction';

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
