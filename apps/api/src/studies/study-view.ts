import { describeAssumptions, type NotableCase, type StudyResult, type StudyRow } from '#lib/studies';
import type { StudyResponse } from './study.responses';

type Figures = Pick<StudyResponse, keyof StudyResult>;

/** What a page of one study shows beyond a row of a list. */
const DETAILS = {
  ...{ byYear: [], byBoard: [], byCap: [], byTreatment: [], byRegime: [], halves: [] },
  ...{ path: [], histogram: [], best: [], worst: [] },
} satisfies Partial<Figures>;

/** Of a study that is not completed. */
const NO_FIGURES: Figures = {
  ...{ days: null, signals: null, cases: null, unfillable: null, pending: null, delisted: null },
  ...{ horizons: [], groupHorizon: null, tradability: null },
  ...DETAILS,
};

/** Today's names of stocks, by code. */
type StockNames = ReadonlyMap<string, string>;

/** Cases or trades with the names of their stocks. */
export function withNames<Row extends { readonly code: string }>(
  rows: readonly Row[],
  names: StockNames,
): (Row & { stockName: string | null })[] {
  return rows.map((row) => ({ ...row, stockName: names.get(row.code) ?? null }));
}

/** The cases of a study that its page names. */
export function notableCases({ result }: StudyRow): readonly NotableCase[] {
  return result === null ? [] : [...result.best, ...result.worst];
}

/** A study as a response has it. @param names Of the stocks of {@link notableCases}. */
export function toStudyResponse(study: StudyRow, names: StockNames): StudyResponse {
  const { screenId, screenVersion, fromDate, toDate, horizons, result, ...rest } = study;
  return {
    ...rest,
    screen: { id: screenId, version: screenVersion },
    ...{ from: fromDate, to: toDate, askedHorizons: horizons },
    assumptions: describeAssumptions(study),
    ...(result === null
      ? NO_FIGURES
      : { ...result, best: withNames(result.best, names), worst: withNames(result.worst, names) }),
  };
}

/** The same without what fills a page. */
export function toListedStudy(study: StudyRow): StudyResponse {
  return { ...toStudyResponse(study, new Map()), ...DETAILS };
}
