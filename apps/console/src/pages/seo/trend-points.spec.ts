import type { Schemas } from '../../api/client';
import { trendPoints } from './trend-points';

const row = (query: string, day: string, value: number | null): Schemas['TrendRowResponse'] => ({
  ...{ id: 1, query, trendsValue: value, period: null, hasData: value !== null, trendLink: null },
  ...{ listType: 'interest_over_time', collectedAt: '2026-05-01T00:00:00Z', trendDate: `${day}T00:00:00Z` },
  ...{ keywordId: 1, valueKind: 'index', breakout: false },
});

it('trend points are those of the query with the most values, oldest first, without empty values', () => {
  const points = trendPoints([
    row('b', '2026-04-26', 9),
    row('a', '2026-04-19', null),
    row('a', '2026-04-12', 100),
    row('a', '2026-04-05', 74),
  ]);
  expect(points).toEqual([
    { at: '2026-04-05T00:00:00Z', value: 74 },
    { at: '2026-04-12T00:00:00Z', value: 100 },
  ]);
});

it('trend points of nothing are none', () => {
  expect(trendPoints([row('a', '2026-04-05', null)])).toEqual([]);
});
