import { historyPoints } from './history-points';

it('history points are the volumes with a value, oldest first, by the day of the metrics or of their import', () => {
  const earlier = [
    { searchVolume: 3, asOf: null, storedAt: '2026-03-01T08:00:00.000Z' },
    { searchVolume: null, asOf: '2026-02-01', storedAt: '2026-02-02T08:00:00.000Z' },
    { searchVolume: 1, asOf: '2026-01-01', storedAt: '2026-02-02T08:00:00.000Z' },
  ];
  expect(
    historyPoints(earlier, { searchVolume: 4, asOf: '2026-04-01', updatedAt: '2026-04-02T08:00:00.000Z' }),
  ).toEqual([
    { at: '2026-01-01', value: 1 },
    { at: '2026-03-01', value: 3 },
    { at: '2026-04-01', value: 4 },
  ]);
});
