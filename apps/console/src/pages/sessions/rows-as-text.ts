import { type SpreadsheetCell, toTabbed } from '../../parts/spreadsheet-text';
import type { SessionRow } from './session-pages';
import { daysBetween } from './days';

/** The values of the columns, as a spreadsheet takes them: numbers without signs of ours, days in full. */
const VALUES: Readonly<Record<string, (row: SessionRow, context: TextContext) => SpreadsheetCell>> = {
  phase: ({ currentPrimaryPhase: phase }, { phases }) => (phase === null ? null : (phases[phase] ?? phase)),
  consensus: ({ aiConsensus }) => aiConsensus,
  entryDate: ({ entryDate }) => entryDate,
  daysSince: ({ entryDate }, { today }) => daysBetween(entryDate, today),
  entryPrice: ({ entryClosePrice }) => entryClosePrice,
  latest: ({ latestClose }) => latestClose,
  change: ({ changePct }) => changePct,
  turnover: ({ turnoverPct }) => turnoverPct,
  volumeRatio: ({ volumeRatio }) => volumeRatio,
  vsEntry: ({ closeVsEntryPct }) => closeVsEntryPct,
  invalidation: ({ invalidationDistancePct }) => invalidationDistancePct,
  costDistance: ({ holding }) => holding?.costDistancePct ?? null,
  holdingProfit: ({ holding }) => holding?.profit ?? null,
  industry: ({ industry }) => industry,
  groundDay: ({ lowestVolumeTradeDate }) => lowestVolumeTradeDate,
  spread: ({ cyqSpreadRatio }) => cyqSpreadRatio,
  cap: ({ circulatingMarketCapYi }) => circulatingMarketCapYi,
  score: ({ fundamentalScore }) => fundamentalScore,
  review: ({ nextReviewAt }) => nextReviewAt,
  source: ({ source }) => source,
  endedAt: ({ endedAt }) => endedAt,
};

interface TextContext {
  readonly today: string;
  /** Names of the phases in the chosen language. */
  readonly phases: Readonly<Record<string, string>>;
}

/** Whether a column has a value that can be copied; a small chart has none. */
function isCopied(key: string): boolean {
  return key in VALUES;
}

/** Rows as tab separated lines under their heads, for a spreadsheet: code and name, then the columns that are shown. */
export function rowsAsText(
  rows: readonly SessionRow[],
  columns: readonly { readonly key: string; readonly head: string }[],
  { code, name, ...context }: TextContext & { readonly code: string; readonly name: string },
): string {
  const copied = columns.filter(({ key }) => isCopied(key));
  const lines = rows.map((row) => [
    row.code,
    row.stockName,
    ...copied.map(({ key }) => VALUES[key]?.(row, context) ?? null),
  ]);
  return toTabbed([[code, name, ...copied.map(({ head }) => head)], ...lines]);
}
