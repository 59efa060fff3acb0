import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { addDays, type CalendarDay, groupBy, MIN_DAY } from '#lib/kernel';
import { MarketDaysService } from '#lib/market-sync';
import { StockBarsService, type TradingCalendar, TradingCalendarService } from '#lib/market-data';
import type { JobContext } from '#lib/queue';
import { CYCLE_EVENT_NAMES } from '#lib/tracking';
import { MEASURED_EVENTS } from '../domain/rules/measured-events';
import { RULES_VERSION } from '../domain/rules/thresholds';
import { type Direction, getDirection, type JudgementKind } from '../domain/track-record/direction';
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
import { type HitRate, computeHitRate } from '../domain/track-record/statistics';
import { RULES } from '../models/rules-model';
import {
  insertScores,
  insertScreenJudgements,
  type RecordGroup,
  type ScoredMonth,
  type ScoreToKeep,
  selectScoredMonths,
  selectSessionJudgements,
  selectUnscored,
  selectUnscoredDays,
  type SessionJudgement,
  type TrackRecordQuery,
  type UnscoredJudgement,
} from '../persistence/judgements.query';
import {
  forgetOutdatedScores,
  type MarketSpan,
  selectMarketSpan,
  storeMarketSpan,
} from '../persistence/market-span.query';
import type { JudgementsScored } from './score-judgements.job';

export interface RecordOfHorizon extends HitRate {
  horizon: Horizon;
  /** Samples that could not be bought on the first open day: bought later (they are in `n` as well), or never. */
  unfillable: number;
}

export interface RecordOfGroup {
  model: string;
  /** Of the prompt or the rules, of a screen its options: counts of different versions are never added up. */
  version: string;
  kind: JudgementKind;
  /** Set if groups are values: the value of the judgement. */
  value: string | null;
  /** Made on a set clock, or in a requested replay: counted separately. */
  replay: boolean;
  /** The days of the first and the last judgement with a score. */
  since: CalendarDay;
  through: CalendarDay;
  horizons: RecordOfHorizon[];
}

/** What a price did after a day, over one horizon. Null if the stock could not be bought. */
export interface OutcomeAfter {
  horizon: Horizon;
  entryDate: CalendarDay | null;
  exitDate: CalendarDay | null;
  returnPct: number | null;
  /** Over the median of the market, percentage points; null if that is not known. */
  excessPct: number | null;
}

const SHOWN_JUDGEMENTS = 200;

/** How judgements of direction turned out, exactly as in domain.md: no hindsight, median benchmark, clustered intervals. */
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
    const { by = 'model' } = query;
    const months = await selectScoredMonths(this.db, query);
    return [...groupBy(months, groupKey(by)).values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { model, version, kind, replay } = first;
      return [
        {
          ...{ model, version, kind, replay, value: by === 'model' ? null : first.value },
          since: group.reduce((least, { since }) => (since < least ? since : least), first.since),
          through: group.reduce((last, { through }) => (through > last ? through : last), first.through),
          horizons: HORIZONS.map((horizon) => toRecord(group, horizon)),
        },
      ];
    });
  }

  /** How often each event of the rules, as they are now, was right: by the own record, else by the study of the rules. */
  async ofEvents(): Promise<EventRate[]> {
    const records = await this.of({ by: 'event', model: RULES });
    return eventRates(records, { events: CYCLE_EVENT_NAMES, version: RULES_VERSION, study: MEASURED_EVENTS });
  }

  /** The newest judgements of a session with how they did. */
  ofSession(sessionId: number): Promise<SessionJudgement[]> {
    return selectSessionJudgements(this.db, sessionId, SHOWN_JUDGEMENTS);
  }

  /**
   * What the price of a stock did after a day, bought and sold as judgements of that day are, over each horizon that has ended.
   * The excess is known if a judgement was scored over the same days.
   */
  async outcomesAfter(code: string, dataThrough: CalendarDay): Promise<OutcomeAfter[]> {
    const completeTo = await this.marketDays.latestCompleteDay();
    if (completeTo === null) return [];
    const calendar = await this.calendars.current();
    const outcomes = await Promise.all(
      dueHorizons(calendar, dataThrough, completeTo).map(async (days): Promise<OutcomeAfter[]> => {
        const result = await this.positionAfter(code, days, false, calendar);
        const { horizon } = days;
        if (result.state === 'waiting') return [];
        if (result.state === 'unfillable') return [{ horizon, ...NEVER_BOUGHT }];
        const { entryDate, exitDate, returnPct } = result.position;
        const market = await selectMarketSpan(this.db, { entryDay: entryDate, exitDay: exitDate });
        const excessPct = market === undefined ? null : rounded(returnPct - market.medianPct);
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
  scoreReplay(replayId: number, context: JobContext<JudgementsScored>): Promise<JudgementsScored> {
    return this.score(replayId, context);
  }

  private async score(replayId: number | null, context: JobContext<JudgementsScored>): Promise<JudgementsScored> {
    const completeTo = await this.marketDays.latestCompleteDay();
    if (completeTo === null) return { days: 0, scores: 0 };
    const calendar = await this.calendars.current();
    const unscored = await selectUnscoredDays(this.db, HORIZONS.length, replayId);
    let scores = 0;
    for (const [index, { dataThrough }] of unscored.entries()) {
      for (const days of dueHorizons(calendar, dataThrough, completeTo)) {
        context.signal.throwIfAborted();
        scores += await this.scoreDay(days, replayId, calendar, context);
      }
      await context.progress({ done: index + 1, total: unscored.length });
    }
    return { days: unscored.length, scores };
  }

  private async scoreDay(
    days: DueHorizon,
    replayId: number | null,
    calendar: TradingCalendar,
    context: JobContext<JudgementsScored>,
  ): Promise<number> {
    const judgements = await selectUnscored(this.db, days.dataThrough, days.horizon, replayId);
    if (judgements.length === 0) return 0;
    const scores: ScoreToKeep[] = [];
    for (const [code, ofCode] of groupBy(judgements, (judgement) => judgement.code)) {
      scores.push(...(await this.scoreJudgements(code, ofCode, days, calendar)));
    }
    await context.fenced((tx) => insertScores(tx, scores));
    return scores.length;
  }

  private async scoreJudgements(
    code: string,
    judgements: readonly UnscoredJudgement[],
    days: DueHorizon,
    calendar: TradingCalendar,
  ): Promise<ScoreToKeep[]> {
    const isDelisted = judgements.some((judgement) => judgement.isDelisted);
    const result = await this.positionAfter(code, days, isDelisted, calendar);
    if (result.state === 'waiting') return [];
    const market = result.state === 'held' ? await this.marketSpan(result.position, calendar) : undefined;
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

  private async positionAfter(
    code: string,
    days: DueHorizon,
    isDelisted: boolean,
    calendar: TradingCalendar,
  ): Promise<PositionOrNot> {
    const bars = await this.bars.upTo(code, days.readTo, days.readBars);
    const findHorizonEnd = (entry: CalendarDay) => calendar.openDaysBetween(entry, days.completeTo)[days.horizon];
    // Sources that know no delistings: a stock without a bar for so long has left as well.
    return openPosition(bars, { ...days, isDelisted: isDelisted || days.isLongAgo, findHorizonEnd });
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

/** A horizon that may have ended, and the bars of a stock that decide its outcome. */
interface DueHorizon {
  dataThrough: CalendarDay;
  horizon: Horizon;
  /** The market's first open day after `dataThrough`, and its last complete one. */
  entryDay: CalendarDay;
  completeTo: CalendarDay;
  /** The index of `dataThrough` in the trading calendar. */
  dayNo: number;
  readTo: CalendarDay;
  readBars: number;
  /** So much time has passed since the horizon's end that a stock without a bar will not come back. */
  isLongAgo: boolean;
}

/** The horizons of a day that have ended with the market's last complete day: so many open days after the entry day. */
function dueHorizons(calendar: TradingCalendar, dataThrough: CalendarDay, completeTo: CalendarDay): DueHorizon[] {
  const after = completeTo > dataThrough ? calendar.openDaysBetween(addDays(dataThrough, 1), completeTo) : [];
  const [entryDay] = after;
  if (entryDay === undefined) return [];
  const dayNo = calendar.countOpenDays(MIN_DAY, dataThrough);
  return HORIZONS.filter((horizon) => horizon < after.length).map((horizon) => {
    const lastRead = horizon + GONE_AFTER;
    const readTo = after[lastRead] ?? completeTo;
    const readBars = SIGMA_BARS + 1 + Math.min(after.length, lastRead + 1);
    const isLongAgo = lastRead < after.length;
    return { dataThrough, horizon, entryDay, completeTo, dayNo, readTo, readBars, isLongAgo };
  });
}

function getBaseRate({ baseUp, baseDown, baseFlat }: MarketSpan, direction: Direction): number {
  return { up: baseUp, down: baseDown, flat: baseFlat }[direction];
}

function groupKey(by: RecordGroup): (month: ScoredMonth) => string {
  return ({ model, version, kind, value, replay }) =>
    JSON.stringify([model, version, kind, replay, by === 'model' ? null : value]);
}

const SIGNS = { up: 1, down: -1, flat: 0 } as const;

function toRecord(group: readonly ScoredMonth[], horizon: Horizon): RecordOfHorizon {
  const months = group.filter((month) => month.horizon === horizon);
  const unfillable = months.reduce((sum, month) => sum + month.unfillable, 0);
  const samples = months.map((month) => {
    const sign = SIGNS[getDirection(month.kind, month.value) ?? 'flat'];
    return {
      ...month,
      directed: sign === 0 ? 0 : month.n,
      signedExcessPct: sign * month.excessPct,
      signedCapExcessPct: sign * month.capExcessPct,
      withCap: sign === 0 ? 0 : month.withCap,
    };
  });
  return { horizon, ...computeHitRate(samples, horizon), unfillable };
}
