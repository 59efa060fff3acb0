import { CYCLE_EVENTS } from '#lib/tracking';
import { directionOf } from './direction';

const DIRECTIONS = { accumulation: 'up', distribution: 'down', either: undefined } as const;

it.each(CYCLE_EVENTS.map(({ abbr, side }) => [abbr, side] as const))('%s follows its side, %s', (abbr, side) => {
  expect(directionOf('event', abbr)).toBe(DIRECTIONS[side]);
});

it('gives phases and outlooks their direction, and none to what says nothing', () => {
  expect(['markup', 'accumulation', 'markdown', 'distribution'].map((phase) => directionOf('phase', phase))).toEqual([
    'up',
    'up',
    'down',
    'down',
  ]);
  expect(['transition', 'unclassified', 'toString'].map((phase) => directionOf('phase', phase))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(['上涨', '下跌', '震荡'].map((outlook) => directionOf('outlook', outlook))).toEqual(['up', 'down', 'flat']);
});
