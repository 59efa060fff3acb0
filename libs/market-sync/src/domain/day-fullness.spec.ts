import { calendarDayOf } from '#lib/kernel';
import { evaluateFullness, type OpenDay } from './day-fullness';

const full: OpenDay = {
  ...{ day: calendarDayOf('2025-03-14'), bars: 100, told: null, usual: 100 },
  ...{ complete: true, provisional: false },
};

it.each<[string, Partial<OpenDay>, object]>([
  ['full', {}, { expected: 100, share: 1, state: 'complete' }],
  ['a little short of the days around', { bars: 96 }, { share: 0.96, state: 'complete' }],
  ['thin beside the days around', { bars: 94 }, { share: 0.94, state: 'incomplete' }],
  ['fuller than the days around', { bars: 130 }, { share: 1, state: 'complete' }],
  ['short of a market too small to tell', { bars: 3, usual: 4 }, { share: 0.75, state: 'complete' }],
  ['told, whatever the days around have', { told: 98, bars: 94 }, { expected: 98, share: 0.9592, state: 'complete' }],
  ['told and not complete', { told: 120, complete: false }, { expected: 120, share: 0.8333, state: 'incomplete' }],
  ['read too early', { complete: false, provisional: true }, { share: 1, state: 'provisional' }],
  ['a hole', { bars: 0, complete: false }, { expected: 100, share: 0, state: 'empty' }],
  ['a hole in nothing', { bars: 0, usual: null, complete: false }, { expected: null, share: null, state: 'empty' }],
])('a day that is %s', (_name, day, fullness) => {
  expect(evaluateFullness({ ...full, ...day })).toMatchObject(fullness);
});
