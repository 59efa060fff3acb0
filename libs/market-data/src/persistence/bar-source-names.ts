import { BAR_SOURCES } from '../domain/bar-source';

/** SQL: the name of a stored source, null where it is unknown. @param column A number of `domain/bar-source.ts`. */
export const getSourceName = (column: string): string =>
  `(array[${BAR_SOURCES.map((source) => `'${source}'`).join(', ')}])[${column}]`;

/** Sources whose market cap is computed from a day's turnover, which is rounded, or from share counts of another day. */
const ESTIMATING = ['eastmoney-csv', 'baostock-csv', 'shares', 'last_shares', 'carried_shares'];

/** SQL: whether a market cap is an estimate; null where it is unknown who told it. */
export const capIsEstimated = (column: string): string =>
  `${getSourceName(column)} = any (array[${ESTIMATING.map((source) => `'${source}'`).join(', ')}])`;
