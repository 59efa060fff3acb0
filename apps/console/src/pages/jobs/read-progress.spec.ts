import { readProgress } from './read-progress';

it.each([
  [
    { done: 3, total: 8 },
    { kind: 'count', done: 3, total: 8 },
  ],
  [
    { stage: 'storing', fraction: 0.25, rows: 7 },
    { kind: 'share', fraction: 0.25 },
  ],
  [{ stage: 'reading' }, undefined],
  [{ done: '3', total: 8 }, undefined],
  [null, undefined],
  ['half', undefined],
])('the progress %j is read', (progress, told) => {
  expect(readProgress(progress)).toEqual(told);
});
