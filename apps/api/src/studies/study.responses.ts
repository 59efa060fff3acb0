import type { CalendarDay } from '#lib/kernel';
import type { Board, StoredMarketSource } from '#lib/market-data';
import { BOARDS } from '#lib/market-data';
import {
  CAP_TERCILES,
  CASE_OUTCOMES,
  type CaseOutcome,
  type ExitRow,
  type GroupFigures,
  HALVES,
  type HistogramBin,
  type NotableCase,
  type Overlap,
  OVERLAPS,
  type PathDay,
  REGIMES,
  STUDY_STATUSES,
  type StudyCaseRow,
  type StudyCosts,
  type StudyHorizon,
  type StudyStatus,
  type Survivorship,
  SURVIVORSHIPS,
  type Tradability,
} from '#lib/studies';
import {
  ApiCode,
  ApiCount,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiId,
  ApiInstant,
  ApiInteger,
  ApiJson,
  ApiMarketSource,
  ApiNumber,
  ApiObject,
  ApiText,
  ApiWarnings,
  ApiYuan,
} from '../http';
import { PaginationResponse } from '../http/pagination.response';

export class StudyStartedResponse {
  @ApiId() studyId!: number;
}

export class StudyScreenResponse {
  @ApiText() id!: string;
  @ApiInteger() version!: number;
}

export class StudyVariantResponse {
  @ApiCount({ description: 'Which of the variants of the screen that were studied it tries, from 1 on' })
  number!: number;
  @ApiCount({ description: 'How many were tried until now' }) of!: number;
}

export class StudyHorizonResponse implements StudyHorizon {
  @ApiInteger({ description: 'Open days from the entry to the exit' }) horizon!: number;
  @ApiCount({ description: 'Cases with an exit' }) n!: number;
  @ApiNumber({ description: 'What they are worth: those of neighbouring days move together' }) nEff!: number;
  @ApiCount({ description: 'Days with an entry' }) days!: number;
  @ApiCount({ description: 'Cases whose horizon has not ended' }) pending!: number;
  @ApiNumber({ nullable: true, description: 'Percent of the cases that beat the median stock' })
  hitRatePct!: number | null;
  @ApiNumber({ nullable: true }) hitRateLowPct!: number | null;
  @ApiNumber({ nullable: true }) hitRateHighPct!: number | null;
  @ApiNumber({ nullable: true, description: 'The same of their matched controls' }) baseRatePct!: number | null;
  @ApiNumber({ nullable: true, description: 'Percent with a net return above 0' }) winRatePct!: number | null;
  @ApiNumber({ nullable: true, description: 'The same of all stocks on the same days' }) winBasePct!: number | null;
  @ApiNumber({ nullable: true, description: 'Gross, over the median of all stocks on the same days' })
  meanExcessPct!: number | null;
  @ApiNumber({ nullable: true, description: '95 %, the wider of two' }) meanExcessLowPct!: number | null;
  @ApiNumber({ nullable: true }) meanExcessHighPct!: number | null;
  @ApiNumber({ nullable: true }) medianExcessPct!: number | null;
  @ApiNumber({ nullable: true, description: 'Over the median of the matched controls' })
  meanOverControlsPct!: number | null;
  @ApiNumber({ nullable: true, description: 'After costs' }) meanNetPct!: number | null;
  @ApiNumber({ nullable: true, description: 'Net: one of twenty cases was worse' }) worst5Pct!: number | null;
  @ApiNumber({ nullable: true, description: 'The best price on the way, the mean' }) meanMfePct!: number | null;
  @ApiNumber({ nullable: true, description: 'The worst price on the way, the mean' }) meanMaePct!: number | null;
  @ApiCount({ description: 'Exits that had to wait' }) delayedExits!: number;
  @ApiNumber({ nullable: true, description: 'Share of 1,000 random lists of the same days that did as well' })
  randomListP!: number | null;
  @ApiNumber({ nullable: true, description: 'What the best of as many random lists as variants were tried shows' })
  luckiestPct!: number | null;
  @ApiFlag({ description: 'Under 12 months or 30 effective cases: nothing can be concluded' }) insufficient!: boolean;
}

class GroupResponse implements GroupFigures {
  @ApiCount() n!: number;
  @ApiNumber() nEff!: number;
  @ApiNumber({ nullable: true }) hitRatePct!: number | null;
  @ApiNumber({ nullable: true }) meanExcessPct!: number | null;
  @ApiNumber({ nullable: true }) meanExcessLowPct!: number | null;
  @ApiNumber({ nullable: true }) meanExcessHighPct!: number | null;
  @ApiFlag({ description: 'Under 30 effective cases' }) insufficient!: boolean;
}

export class StudyYearResponse extends GroupResponse {
  @ApiInteger() year!: number;
}

export class StudyBoardResponse extends GroupResponse {
  @ApiEnum(BOARDS) board!: Board;
}

export class StudyCapResponse extends GroupResponse {
  @ApiEnum(CAP_TERCILES, { description: 'Thirds of the cases by market cap' }) tercile!: (typeof CAP_TERCILES)[number];
}

export class StudyTreatmentResponse extends GroupResponse {
  @ApiFlag({ description: 'Whether the stock was under special treatment' }) st!: boolean;
}

export class StudyRegimeResponse extends GroupResponse {
  @ApiEnum(REGIMES, { description: 'Whether the market stood above its mean of 120 days' })
  regime!: (typeof REGIMES)[number];
}

export class StudyHalfResponse extends GroupResponse {
  @ApiEnum(HALVES) half!: (typeof HALVES)[number];
}

export class StudyPathDayResponse implements PathDay {
  @ApiInteger({ minimum: -10, maximum: 60, description: 'Open days after the entry' }) day!: number;
  @ApiNumber({ nullable: true }) medianExcessPct!: number | null;
  @ApiNumber({ nullable: true }) p25!: number | null;
  @ApiNumber({ nullable: true }) p75!: number | null;
  @ApiNumber({ nullable: true, description: 'The median of the matched controls' }) controlPct!: number | null;
}

export class StudyBinResponse implements HistogramBin {
  @ApiNumber({ nullable: true, description: 'Up to the next bin; null: all below the first' }) fromPct!: number | null;
  @ApiCount() n!: number;
}

export class NotableCaseResponse implements NotableCase {
  @ApiCode() code!: string;
  @ApiText({ nullable: true, description: "The stock's name of today" }) stockName!: string | null;
  @ApiDay() signalDate!: CalendarDay;
  @ApiNumber() excessPct!: number;
}

export class TradabilityResponse implements Tradability {
  @ApiNumber({ nullable: true, description: 'Cases that could not be bought on five days' }) unfillablePct!:
    number | null;
  @ApiNumber({ nullable: true, description: 'Exits that had to wait' }) delayedPct!: number | null;
  @ApiYuan({ nullable: true, description: 'On the signal day' }) medianAmount!: number | null;
  @ApiNumber({ nullable: true, description: 'Of days with a hit' }) hitsPerDayMedian!: number | null;
  @ApiCount() hitsPerDayMax!: number;
  @ApiNumber({ nullable: true, description: 'From the close of the signal day to the open that was paid' })
  meanGapPct!: number | null;
}

export class StudyResponse {
  @ApiId() id!: number;
  @ApiEnum(STUDY_STATUSES) status!: StudyStatus;
  @ApiObject(StudyScreenResponse) screen!: StudyScreenResponse;
  @ApiJson() params!: Readonly<Record<string, string | number | boolean>>;
  @ApiJson({ description: 'As requests name them, all of them' }) filters!: Readonly<Record<string, unknown>>;
  @ApiDay() from!: CalendarDay;
  @ApiDay() to!: CalendarDay;
  @ApiInteger({ isArray: true, description: 'Open days from entry to exit' }) askedHorizons!: readonly number[];
  @ApiJson({ description: 'As requests name them' }) costs!: StudyCosts;
  @ApiEnum(OVERLAPS) overlap!: Overlap;
  @ApiInteger({ minimum: 0, maximum: 100, description: 'Percent' }) progress!: number;
  @ApiCount({ nullable: true, description: 'Open days of the span; null until it is completed, as what follows' })
  days!: number | null;
  @ApiCount({ nullable: true, description: 'Hits, before any was left out' }) signals!: number | null;
  @ApiCount({ nullable: true, description: 'Hits that `overlap` keeps' }) cases!: number | null;
  @ApiCount({ nullable: true, description: 'Cases that could not be bought' }) unfillable!: number | null;
  @ApiCount({ nullable: true, description: 'Cases that may still be bought' }) pending!: number | null;
  @ApiCount({ nullable: true, description: 'Cases whose stock left the exchange meanwhile' }) delisted!: number | null;
  @ApiCount({ description: 'Of the market that was read' }) dataVersion!: number;
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiEnum(SURVIVORSHIPS, { description: 'Whether the market has stocks that left the exchange' })
  survivorship!: Survivorship;
  @ApiObject(StudyVariantResponse) variant!: StudyVariantResponse;
  @ApiObject([StudyHorizonResponse]) horizons!: readonly StudyHorizonResponse[];
  @ApiInteger({ nullable: true, description: 'Of the groups, the histogram, `best` and `worst`' })
  groupHorizon!: number | null;
  @ApiObject([StudyYearResponse]) byYear!: readonly StudyYearResponse[];
  @ApiObject([StudyBoardResponse]) byBoard!: readonly StudyBoardResponse[];
  @ApiObject([StudyCapResponse]) byCap!: readonly StudyCapResponse[];
  @ApiObject([StudyTreatmentResponse]) byTreatment!: readonly StudyTreatmentResponse[];
  @ApiObject([StudyRegimeResponse]) byRegime!: readonly StudyRegimeResponse[];
  @ApiObject([StudyHalfResponse]) halves!: readonly StudyHalfResponse[];
  @ApiObject([StudyPathDayResponse]) path!: readonly StudyPathDayResponse[];
  @ApiObject([StudyBinResponse], { description: 'Of the net excess, in percent' })
  histogram!: readonly StudyBinResponse[];
  @ApiObject([NotableCaseResponse]) best!: readonly NotableCaseResponse[];
  @ApiObject([NotableCaseResponse]) worst!: readonly NotableCaseResponse[];
  @ApiObject(TradabilityResponse, { nullable: true }) tradability!: TradabilityResponse | null;
  @ApiText({ isArray: true, description: 'What every figure assumes' }) assumptions!: readonly string[];
  @ApiWarnings() warnings!: readonly string[];
  @ApiText({ nullable: true, description: 'Why it failed' }) error!: string | null;
  @ApiFlag({ description: 'Started by the clock' }) nightly!: boolean;
  @ApiText({ nullable: true, description: 'null: the nightly job, or the command line' }) startedBy!: string | null;
  @ApiInstant() createdAt!: string;
  @ApiInstant({ nullable: true }) startedAt!: string | null;
  @ApiInstant({ nullable: true }) finishedAt!: string | null;
}

export class StudyListResponse {
  @ApiObject([StudyResponse], { description: 'Newest first, without path, groups and histogram' })
  studies!: readonly StudyResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}

export class LibraryStudyResponse {
  @ApiText({ description: 'The screen' }) screen!: string;
  @ApiObject(StudyResponse, {
    description: 'Its newest completed study of the nights, else its newest, without path, groups and histogram',
  })
  study!: StudyResponse;
  @ApiFlag({ description: 'It stands when a tenth of such findings over the library may be luck' })
  discovery!: boolean;
}

export class StudyLibraryResponse {
  @ApiObject([LibraryStudyResponse]) studies!: readonly LibraryStudyResponse[];
}

export class StudyExitResponse implements ExitRow {
  @ApiInteger() horizon!: number;
  @ApiDay() exitDate!: CalendarDay;
  @ApiYuan({ description: 'As traded' }) exitPrice!: number;
  @ApiNumber() grossPct!: number;
  @ApiNumber() netPct!: number;
  @ApiNumber() excessPct!: number;
}

export class StudyCaseResponse implements StudyCaseRow {
  @ApiInteger({ minimum: 1, description: 'By signal day and rank' }) caseNo!: number;
  @ApiCode() code!: string;
  @ApiText({ nullable: true }) stockName!: string | null;
  @ApiDay() signalDate!: CalendarDay;
  @ApiInteger({ minimum: 1, description: 'Place among the hits of its day' }) rank!: number;
  @ApiEnum(CASE_OUTCOMES) outcome!: CaseOutcome;
  @ApiDay({ nullable: true }) entryDate!: CalendarDay | null;
  @ApiYuan({ nullable: true, description: 'As traded' }) entryPrice!: number | null;
  @ApiNumber({ nullable: true, description: 'From the close of the signal day to the open that was paid' })
  gapPct!: number | null;
  @ApiObject([StudyExitResponse], { description: 'Of the horizons that have ended' })
  exits!: readonly StudyExitResponse[];
}

export class StudyCasesResponse {
  @ApiObject([StudyCaseResponse]) cases!: readonly StudyCaseResponse[];
  @ApiWarnings() warnings!: readonly string[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}
