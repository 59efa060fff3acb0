import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../api/client';

/** Days, closes and volumes of one stock, oldest first, side by side. */
export type MiniBars = Schemas['BarSeriesOfStockResponse'];

export interface MiniBarsOptions {
  /** Bars of each stock at most, 5 to 250. Default 60. */
  readonly count?: number;
  /** Last day, `YYYY-MM-DD`. Default: the latest. */
  readonly to?: string;
}

const COUNT = 60;
const FRESH_MS = 60_000;
/** What one request may ask for. */
const MAX_CODES = 200;

/**
 * Bars for small charts of the codes that are visible. Codes are asked for together, kept for a minute each, and missing from
 * the map until they are there, as are codes without a bar.
 */
export function useMiniBars(
  codes: readonly string[],
  { count = COUNT, to }: MiniBarsOptions = {},
): ReadonlyMap<string, MiniBars> {
  return useQueries({
    queries: [...new Set(codes)].map((code) => ({
      queryKey: ['mini-bars', code, count, to ?? null],
      queryFn: () => load(code, count, to),
      staleTime: FRESH_MS,
    })),
    combine: byCode,
  });
}

function byCode(results: readonly UseQueryResult<MiniBars | null>[]): ReadonlyMap<string, MiniBars> {
  return new Map(results.flatMap(({ data }) => (data === undefined || data === null ? [] : [[data.code, data]])));
}

interface Batch {
  readonly codes: Set<string>;
  readonly series: Promise<ReadonlyMap<string, MiniBars>>;
}

/** Requests that have not left yet, by what they ask of their codes. */
const waiting = new Map<string, Batch>();

/** Joins the request that leaves with the others of this moment. @returns null for a code without a bar. */
async function load(code: string, count: number, to: string | undefined): Promise<MiniBars | null> {
  const key = `${count} ${to ?? ''}`;
  let batch = waiting.get(key);
  if (batch === undefined || batch.codes.size >= MAX_CODES) {
    const codes = new Set<string>();
    const leaving: Batch = {
      codes,
      series: nextTurn().then(() => {
        if (waiting.get(key) === leaving) waiting.delete(key);
        return read([...codes], count, to);
      }),
    };
    waiting.set(key, leaving);
    batch = leaving;
  }
  batch.codes.add(code);
  return (await batch.series).get(code) ?? null;
}

function nextTurn(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}

async function read(
  codes: readonly string[],
  count: number,
  to: string | undefined,
): Promise<ReadonlyMap<string, MiniBars>> {
  const query = { codes: codes.join(','), count, ...(to === undefined ? {} : { to }) };
  const { series } = await readData(api.GET('/api/market/bars', { params: { query } }));
  return new Map(series.map((bars) => [bars.code, bars]));
}
