import type { Schemas } from '../../api/client';

type Row = Schemas['TrendRowResponse'];

/** A value of a trend on its day. */
export interface TrendPoint {
  readonly at: string;
  readonly value: number;
}

/**
 * What a small line is drawn from: rows of the query with the most values, of one kind, oldest first.
 * @param rows newest first, as the server gives them.
 */
export function trendPoints(rows: readonly Row[]): TrendPoint[] {
  const lines = new Map<string, TrendPoint[]>();
  for (const { query, valueKind, listType, trendsValue, trendDate, collectedAt } of rows) {
    if (trendsValue === null) continue;
    const key = JSON.stringify([query, valueKind, listType]);
    const line = lines.get(key) ?? [];
    line.push({ at: trendDate ?? collectedAt, value: trendsValue });
    lines.set(key, line);
  }
  const longest = [...lines.values()].reduce<TrendPoint[]>(
    (best, line) => (line.length > best.length ? line : best),
    [],
  );
  return longest.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
