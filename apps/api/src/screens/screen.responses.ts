import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';
import {
  EVIDENCE_UNITS,
  type Evidence,
  type EvidenceColumn,
  type EvidenceUnit,
  type EvidenceWords,
  type FieldHelp,
  FORMULA_PROBLEM_CODES,
  type FormulaCheck,
  type FormulaError,
  type FormulaExample,
  type FunctionHelp,
  SCREEN_DATA_SETS,
  type ScreenDataSet,
  type ScreenDays,
  type ScreenRow,
  type ScreenSession,
} from '#lib/screens';
import {
  ApiCode,
  ApiCount,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiId,
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

const KINDS = ['builtin', 'formula'] as const;
const OUTCOMES = ['created', 'already_open'] as const;

export class EvidenceColumnResponse implements EvidenceColumn {
  @ApiText() key!: string;
  @ApiEnum(EVIDENCE_UNITS) unit!: EvidenceUnit;
  @ApiText() zh!: string;
  @ApiText() en!: string;
  @ApiJson({ optional: true, description: 'Of words: by each value what it is called, as {zh, en}' })
  values?: EvidenceWords;
}

export class ScreenNeedsResponse {
  @ApiInteger({ nullable: true, description: 'Bars of a stock up to the day; null: all that are stored' })
  bars!: number | null;
  @ApiFlag({ description: 'Circulating market caps' }) caps!: boolean;
  @ApiFlag({ description: 'The other stocks of the day, of which it picks the best' }) market!: boolean;
  @ApiFlag({ description: 'Money flow' }) flow!: boolean;
  @ApiFlag({ description: 'Financial reports; such a screen is run for one day at a time' }) reports!: boolean;
}

export class ScreenResponse {
  @ApiText({ description: 'Such as top_gainers; of a screen that a user wrote own_ and a number' }) id!: string;
  @ApiInteger() version!: number;
  @ApiEnum(KINDS) kind!: (typeof KINDS)[number];
  @ApiText() name!: string;
  @ApiText() nameEn!: string;
  @ApiText({ description: 'The source of sessions that are opened for its hits' }) source!: string;
  @ApiText({ nullable: true }) description!: string | null;
  @ApiText({ nullable: true }) descriptionEn!: string | null;
  @ApiJson({ description: 'A JSON schema of the parameters, with defaults' }) params!: object;
  @ApiObject(ScreenNeedsResponse) needs!: ScreenNeedsResponse;
  @ApiObject([EvidenceColumnResponse], { description: 'What `evidence` of a hit holds' })
  evidence!: readonly EvidenceColumnResponse[];
  @ApiJson({ description: 'What it leaves out unless a run says otherwise' }) filters!: Record<string, unknown>;
  @ApiFlag({ description: 'Whether the market has what it needs' }) available!: boolean;
  @ApiEnum(SCREEN_DATA_SETS, { nullable: true, description: 'What it lacks' }) lack!: ScreenDataSet | null;
  @ApiText({ nullable: true, description: 'Why it is not available, as a sentence' }) reason!: string | null;
  @ApiText({ nullable: true, description: 'Of a screen that a user wrote' }) formula!: string | null;
  @ApiId({ nullable: true, description: 'Of a screen that a user wrote' }) ownerId!: number | null;
}

export class ScreensResponse {
  @ApiObject([ScreenResponse]) screens!: ScreenResponse[];
}

export class OneScreenResponse {
  @ApiObject(ScreenResponse) screen!: ScreenResponse;
}

export class ScreenDeletedResponse {
  @ApiText() id!: string;
  @ApiEnum([true]) deleted!: true;
}

export class RunScreenVersionResponse {
  @ApiText() id!: string;
  @ApiInteger() version!: number;
}

export class ScreenRowResponse implements ScreenRow {
  @ApiInteger({ minimum: 1 }) rank!: number;
  @ApiCode() code!: string;
  @ApiText({ nullable: true }) stockName!: string | null;
  @ApiDay({ description: 'Of the hit: `as_of`, but for screens that look back' }) date!: CalendarDay;
  @ApiNumber() score!: number;
  @ApiJson({ description: 'By the keys that `evidence` of the screen declares' }) evidence!: Evidence;
  @ApiYuan({ description: 'Of the day, as traded' }) close!: number;
  @ApiNumber({ nullable: true, description: 'Percent, against the ex-right previous close' }) pctChange!: number | null;
  @ApiNumber({ nullable: true }) circulatingMarketCapYi!: number | null;
  @ApiId({ nullable: true }) openSessionId!: number | null;
}

export class RunScreenResponse {
  @ApiObject(RunScreenVersionResponse) screen!: RunScreenVersionResponse;
  @ApiDay() asOf!: CalendarDay;
  @ApiJson() params!: Record<string, string | number | boolean>;
  @ApiJson() filters!: Record<string, unknown>;
  @ApiDay({ description: 'The newest day that the market has bars of' }) dataThrough!: CalendarDay;
  @ApiCount({ description: 'Of the market that was read' }) dataVersion!: number;
  @ApiCount({ description: 'Stocks that traded on the day and passed the filters' }) evaluated!: number;
  @ApiCount() matched!: number;
  @ApiObject([ScreenRowResponse], { description: 'Best first' }) rows!: ScreenRowResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
  @ApiCount({ description: 'Milliseconds that it took' }) ms!: number;
  @ApiWarnings() warnings!: string[];
  @ApiMarketSource() marketSource!: StoredMarketSource;
}

export class ScreenDaysResponse implements ScreenDays {
  @ApiObject(RunScreenVersionResponse) screen!: RunScreenVersionResponse;
  @ApiCode({ description: 'Today’s code of the stock' }) code!: string;
  @ApiDay() from!: CalendarDay;
  @ApiDay() to!: CalendarDay;
  @ApiDay({ isArray: true, description: 'Oldest first' }) days!: readonly CalendarDay[];
}

export class ScreenSessionResponse implements ScreenSession {
  @ApiCode() code!: string;
  @ApiId() sessionId!: number;
  @ApiEnum(OUTCOMES) outcome!: (typeof OUTCOMES)[number];
}

export class ScreenSessionsResponse {
  @ApiDay() asOf!: CalendarDay;
  @ApiCount() created!: number;
  @ApiCount() alreadyOpen!: number;
  @ApiObject([ScreenSessionResponse]) rows!: ScreenSessionResponse[];
}

export class FormulaErrorResponse implements FormulaError {
  @ApiInteger({ minimum: 1 }) line!: number;
  @ApiInteger({ minimum: 1, description: 'In characters' }) column!: number;
  @ApiEnum(FORMULA_PROBLEM_CODES) code!: FormulaError['code'];
  @ApiText({ description: 'In Chinese where Accept-Language asks for it' }) message!: string;
}

export class FormulaOutputResponse {
  @ApiText() name!: string;
  @ApiEnum([true]) shown!: true;
}

export class RecentMatchesResponse {
  @ApiDay() date!: CalendarDay;
  @ApiCount() matched!: number;
}

export class FormulaCheckResponse implements FormulaCheck {
  @ApiFlag() ok!: boolean;
  @ApiObject([FormulaErrorResponse]) errors!: readonly FormulaErrorResponse[];
  @ApiObject([FormulaOutputResponse]) outputs!: readonly FormulaOutputResponse[];
  @ApiInteger({ nullable: true, description: 'Bars that one day needs; null: all, or the formula has errors' })
  needsBars!: number | null;
  @ApiCount({ description: 'Values that a run reads or computes; what is written twice counts once' }) nodes!: number;
  @ApiObject([RecentMatchesResponse], { description: 'Of the last 20 days, oldest first' })
  recentMatches!: readonly RecentMatchesResponse[];
}

export class FormulaFieldResponse implements FieldHelp {
  @ApiText() name!: string;
  @ApiText({ isArray: true, description: 'Other names of it' }) aliases!: readonly string[];
  @ApiText() zh!: string;
  @ApiText() en!: string;
}

export class FormulaFunctionResponse implements FunctionHelp {
  @ApiText() name!: string;
  @ApiText({ description: 'How it is called, such as MA(X, N)' }) usage!: string;
  @ApiText() zh!: string;
  @ApiText() en!: string;
  @ApiText({ description: 'A formula that uses it' }) exampleFormula!: string;
}

export class FormulaExampleResponse implements FormulaExample {
  @ApiText() id!: string;
  @ApiText() zh!: string;
  @ApiText() en!: string;
  @ApiText({ description: 'With comments and names in Chinese' }) formula!: string;
  @ApiText({ description: 'The same in English' }) formulaEn!: string;
}

export class FormulaLanguageResponse {
  @ApiObject([FormulaFieldResponse]) fields!: readonly FormulaFieldResponse[];
  @ApiObject([FormulaFunctionResponse]) functions!: readonly FormulaFunctionResponse[];
  @ApiObject([FormulaExampleResponse], { description: 'Well-known formulas to start from' })
  examples!: readonly FormulaExampleResponse[];
  @ApiJson({ description: 'What a screen of one’s own leaves out unless it says otherwise' })
  filters!: Record<string, unknown>;
  @ApiInteger({ description: 'Bytes of the longest formula' }) longestFormula!: number;
}
