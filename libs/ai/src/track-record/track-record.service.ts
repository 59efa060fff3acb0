import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { addDays, type CalendarDay, groupBy, MIN_DAY } from '#lib/kernel';
import { MarketDaysService } from '#lib/market-sync';
import { StockBarsService, type TradingCalendar, TradingCalendarService } from '#lib/market-data';
import { hasLeft } from '#lib/outcomes';
import type { JobContext } from '#lib/queue';
import { CYCLE_EVENT_NAMES } from '#lib/tracking';
import { MEASURED_EVENTS } from '../domain/rules/measured-events';
import { RULES_VERSION } from '../domain/rules/thresholds';
import { type Direction, getDirection } from '../domain/track-record/direction';
import { type EventRate, eventRates } from '../domain/track-record/event-rates';
import {
  type Horizon,
  HORIZONS,
  scorePosition,
  type Position,
  type PositionOrNot,
  openPosition,
  SIGMA_BARS,
} from '../domain/track-record/outcome';
import { RULES } from '../models/rules-model';
import {
  insertScores,
  insertScreenJudgements,
  type ScoreToKeep,
  selectSampleTotals,
  selectUnscored,
  selectUnscoredDays,
  type TrackRecordQuery,
  type UnscoredJudgement,
} from '../persistence/judgements.query';
import {
  forgetOutdatedScores,
  type MarketSpan,
  selectMarketSpan,
  storeMarketSpan,
} from '../persistence/market-span.query';
import { type RecordOfGroup, toRecords } from './record-of-group';
import type { JudgementsScored } from './score-judgements.job';

/** What a price did after a day, over one horizon. Null if the stock could not be bought. */
export interface OutcomeAfter {
  horizon: Horizon;
  entryDate: CalendarDay | null;
  exitDate: CalendarDay | null;
  returnPct: number | null;
  /** Over the median of the market, percentage points; null if that is not known. */
  excessPct: number | null;
}

/** How judgements of direction turned out: no hindsight (domain.md), each bought and held as a hit of a study is (outcomes.md). */
@Injectable()
export class TrackRecordService {
  constructor(
    private readonly db: Database,
    private readonly bars: StockBarsService,
    private readonly marketDays: MarketDaysService,
    private readonly calendars: TradingCalendarService,
  ) {}

  /** Hit rates a group and horizon. */
  async of(query: TrackRecordQuery): Promise<RecordOfGroup[]> {
    return toRecords(await selectSampleTotals(this.db, query), await this.calendars.current());
  }

  /** How often each event of the rules, as they are now, was right: by the own record, else by the study of the rules. */
  async ofEvents(): Promise<EventRate[]> {
    const records = await this.of({ by: 'event', model: RULES });
    return eventRates(records, { events: CYCLE_EVENT_NAMES, version: RULES_VERSION, study: MEASURED_EVENTS });
  }

  /**
   * What the price of a stock did after a day, bought and sold as judgements of that day are, over each horizon that has ended.
   * The excess is known if a judgement was scored over the same days.
   */
  async outcomesAfter(code: string, dataThrough: CalendarDay): Promise<OutcomeAfter[]> {
    const market = await this.readScoredMarket();
    if (market === undefined) return [];
    const outcomes = await Promise.all(
      dueHorizons(market, dataThrough).map(async (days): Promise<OutcomeAfter[]> => {
        const result = await this.positionAfter(code, days, false);
        const { horizon } = days;
        if (result.state === 'waiting') return [];
        if (result.state === 'unfillable') return [{ horizon, ...NEVER_BOUGHT }];
        const { entryDate, exitDate, returnPct } = result.position;
        const span = await selectMarketSpan(this.db, { entryDay: entryDate, exitDay: exitDate });
        const excessPct = span === undefined ? null : rounded(returnPct - span.medianPct);
        return [{ horizon, entryDate, exitDate, returnPct: rounded(returnPct), excessPct }];
      }),
    );
    return outcomes.flat();
  }

  /** Scores every judgement whose horizon has ended, a day at a time behind the job's fence. */
  async scoreDue(context: JobContext<JudgementsScored>): Promise<JudgementsScored> {
    await context.fenced(async (tx) => {
      await forgetOutdatedScores(tx);
      await insertScreenJudgements(tx);
    });
    return this.score(null, context);
  }

  /** Scores a replay's judgements, as far as their horizons have ended. */
  async scoreReplay(replayId: number, context: JobContext<JudgementsScored>): Promise<JudgementsScored> {
    await context.fenced(forgetOutdatedScores);
    return this.score(replayId, context);
  }

  private async score(replayId: number | null, context: JobContext<JudgementsScored>): Promise<JudgementsScored> {
    const market = await this.readScoredMarket();
    if (market === undefined) return { days: 0, scores: 0 };
    const unscored = await selectUnscoredDays(this.db, HORIZONS.length, replayId);
    let scores = 0;
    for (const [index, { dataThrough }] of unscored.entries()) {
      for (const days of dueHorizons(market, dataThrough)) {
        context.signal.throwIfAborted();
        scores += await this.scoreDay(days, replayId, context);
      }
      await context.progress({ done: index + 1, total: unscored.length });
    }
    return { days: unscored.length, scores };
  }

  private async scoreDay(
    days: DueHorizon,
    replayId: number | null,
    context: JobContext<JudgementsScored>,
  ): Promise<number> {
    const judgements = await selectUnscored(this.db, days.dataThrough, days.horizon, replayId);
    if (judgements.length === 0) return 0;
    const scores: ScoreToKeep[] = [];
    for (const [code, ofCode] of groupBy(judgements, (judgement) => judgement.code)) {
      scores.push(...(await this.scoreJudgements(code, ofCode, days)));
    }
    await context.fenced((tx) => insertScores(tx, scores, days.entryDay));
    return scores.length;
  }

  private async scoreJudgements(
    code: string,
    judgements: readonly UnscoredJudgement[],
    days: DueHorizon,
  ): Promise<ScoreToKeep[]> {
    const isDelisted = judgements.some(({ delistDate }) => hasLeft(delistDate, days.market.completeTo));
    const result = await this.positionAfter(code, days, isDelisted);
    if (result.state === 'waiting') return [];
    const market = result.state === 'held' ? await this.marketSpan(result.position, days.market.calendar) : undefined;
    return judgements.flatMap(({ id, kind, value }): ScoreToKeep[] => {
      const direction = getDirection(kind, value);
      if (direction === undefined) return [];
      const key = { judgementId: id, horizon: days.horizon, dayNo: days.dayNo };
      if (result.state === 'unfillable' || market === undefined) return [{ ...key, ...UNFILLABLE }];
      const { entryDate, exitDate, returnPct, movedOn } = result.position;
      const outcome = scorePosition(direction, result.position, market);
      const baseRate = getBaseRate(market, direction);
      return [{ ...key, ...{ entryDate, exitDate, returnPct, movedOn }, ...outcome, state: 'scored', baseRate }];
    });
  }

  private async positionAfter(code: string, days: DueHorizon, isDelisted: boolean): Promise<PositionOrNot> {
    const bars = await this.bars.upTo(code, days.readTo, days.readBars);
    const { lastDay, openDayOf } = days.market;
    // Sources that know no delistings: a stock without a bar for so long has left as well.
    return openPosition(bars, { ...days, lastDay, openDayOf, isDelisted: isDelisted || days.isLongAgo });
  }

  /** @returns undefined while the market has no complete day. */
  private async readScoredMarket(): Promise<ScoredMarket | undefined> {
    const completeTo = await this.marketDays.latestCompleteDay();
    if (completeTo === null) return undefined;
    const calendar = await this.calendars.current();
    const openDayOf = calendar.numberOpenDays(MIN_DAY, completeTo);
    return { calendar, completeTo, openDayOf, lastDay: openDayOf(completeTo) };
  }

  /** What the market did over the days of a position: its own, if the stock was bought later or could not be sold. */
  private async marketSpan({ entryDate, exitDate }: Position, calendar: TradingCalendar): Promise<MarketSpan> {
    const span = { entryDay: entryDate, exitDay: exitDate };
    const stored = await selectMarketSpan(this.db, span);
    if (stored !== undefined) return stored;
    const before = calendar.openDaysBefore(entryDate, SIGMA_BARS + 1);
    await storeMarketSpan(this.db, {
      ...span,
      openDays: calendar.countOpenDays(entryDate, exitDate) - 1,
      dayBefore: before.at(-1) ?? entryDate,
      sigmaFrom: before[0] ?? entryDate,
    });
    const computed = await selectMarketSpan(this.db, span);
    if (computed === undefined) throw new Error(`no market span from ${entryDate} was stored`);
    return computed;
  }
}

const NEVER_BOUGHT = { entryDate: null, exitDate: null, returnPct: null, excessPct: null } as const;

function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}

const UNFILLABLE = {
  state: 'unfillable',
  movedOn: true,
  entryDate: null,
  exitDate: null,
  returnPct: null,
  excessPct: null,
  capExcessPct: null,
  baseRate: null,
  right: null,
} as const;

/** A stock without a bar for so many trading days has left the exchange. */
const GONE_AFTER = 250;

/** The market's days as scores count them. */
interface ScoredMarket {
  calendar: TradingCalendar;
  /** The last complete day, and its number. */
  completeTo: CalendarDay;
  lastDay: number;
  /** Number of a day among the exchange's open days up to `completeTo`. */
  openDayOf: (day: CalendarDay) => number;
}

/** A horizon that may have ended, and the bars of a stock that decide its outcome. */
interface DueHorizon {
  market: ScoredMarket;
  dataThrough: CalendarDay;
  horizon: Horizon;
  /** The market's first open day after `dataThrough`. */
  entryDay: CalendarDay;
  /** The index of `dataThrough` in the trading calendar. */
  dayNo: number;
  readTo: CalendarDay;
  readBars: number;
  /** So much time has passed since the horizon's end that a stock without a bar will not come back. */
  isLongAgo: boolean;
}

/** The horizons of a day that have ended with the market's last complete day: so many open days after the entry day. */
function dueHorizons(market: ScoredMarket, dataThrough: CalendarDay): DueHorizon[] {
  const { calendar, completeTo, openDayOf } = market;
  const after = completeTo > dataThrough ? calendar.openDaysBetween(addDays(dataThrough, 1), completeTo) : [];
  const [entryDay] = after;
  if (entryDay === undefined) return [];
  const dayNo = openDayOf(dataThrough);
  return HORIZONS.filter((horizon) => horizon < after.length).map((horizon) => {
    const lastRead = horizon + GONE_AFTER;
    const readTo = after[lastRead] ?? completeTo;
    const readBars = SIGMA_BARS + 1 + Math.min(after.length, lastRead + 1);
    const isLongAgo = lastRead < after.length;
    return { market, dataThrough, horizon, entryDay, dayNo, readTo, readBars, isLongAgo };
  });
}

function getBaseRate({ baseUp, baseDown, baseFlat }: MarketSpan, direction: Direction): number {
  return { up: baseUp, down: baseDown, flat: baseFlat }[direction];
}
