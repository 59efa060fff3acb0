import { describeAssumptions, type StudyResult, type StudyRow } from '#lib/studies';
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

/** A study as a response has it. */
export function toStudyResponse(study: StudyRow): StudyResponse {
  const { screenId, screenVersion, fromDate, toDate, horizons, result, ...rest } = study;
  return {
    ...rest,
    screen: { id: screenId, version: screenVersion },
    ...{ from: fromDate, to: toDate, askedHorizons: horizons },
    assumptions: describeAssumptions(study),
    ...(result ?? NO_FIGURES),
  };
}

/** The same without what fills a page. */
export function toListedStudy(study: StudyRow): StudyResponse {
  return { ...toStudyResponse(study), ...DETAILS };
}
