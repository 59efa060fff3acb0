import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { addDays, type CalendarDay, MIN_DAY } from '#lib/kernel';
import { MarketDays, StockBars, type TradingCalendar, TradingCalendarService } from '#lib/market-data';
import type { JobContext } from '#lib/queue';
import { grouped } from '../domain/grouped';
import { type Direction, directionOf, type JudgementKind } from '../domain/track-record/direction';
import { type Horizon, HORIZONS, outcomeOf, SIGMA_BARS } from '../domain/track-record/outcome';
import { type HitRate, hitRateOf } from '../domain/track-record/statistics';
import {
  insertScores,
  insertScreenJudgements,
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
  forgetOutdatedReturns,
  type HorizonDays,
  type MarketReturn,
  selectMarketReturn,
  storeMarketReturn,
} from '../persistence/market-return.query';
import type { JudgementsScored } from './score-judgements.job';

export interface RecordOfHorizon extends HitRate {
  horizon: number;
  /** Judgements that could not be bought at the first open. */
  unfillable: number;
}

export interface RecordOfModel {
  model: string;
  kind: JudgementKind;
  /** Made on a set clock: counted apart. */
  replay: boolean;
  horizons: RecordOfHorizon[];
}

const SHOWN_JUDGEMENTS = 200;

/** How judgements of direction turned out, exactly as domain.md says: no hindsight, median benchmark, clustered intervals. */
@Injectable()
export class TrackRecord {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(StockBars) private readonly bars: StockBars,
    @Inject(MarketDays) private readonly marketDays: MarketDays,
    @Inject(TradingCalendarService) private readonly calendars: TradingCalendarService,
  ) {}

  /** Hit rates a model, kind and horizon. */
  async of(query: TrackRecordQuery): Promise<RecordOfModel[]> {
    const months = await selectScoredMonths(this.db, query);
    const groups = grouped(months, ({ model, kind, replay }) => JSON.stringify([model, kind, replay]));
    return [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { model, kind, replay } = first;
      return [{ model, kind, replay, horizons: HORIZONS.map((horizon) => recordOf(group, horizon)) }];
    });
  }

  /** The newest judgements of a session with how they did. */
  ofSession(sessionId: number): Promise<SessionJudgement[]> {
    return selectSessionJudgements(this.db, sessionId, SHOWN_JUDGEMENTS);
  }

  /** Scores every judgement whose horizon has ended, a day at a time behind the job's fence. */
  async scoreDue(context: JobContext<JudgementsScored>): Promise<JudgementsScored> {
    await context.fenced(async (tx) => {
      await forgetOutdatedReturns(tx);
      await insertScreenJudgements(tx);
    });
    const completeTo = await this.marketDays.latestCompleteDay();
    if (completeTo === null) return { days: 0, scores: 0 };
    const calendar = await this.calendars.current();
    const unscored = await selectUnscoredDays(this.db, HORIZONS.length);
    let scores = 0;
    for (const [index, { dataThrough }] of unscored.entries()) {
      for (const days of dueHorizons(calendar, dataThrough, completeTo)) {
        context.signal.throwIfAborted();
        scores += await this.scoreDay(days, context);
      }
      await context.progress({ done: index + 1, total: unscored.length });
    }
    return { days: unscored.length, scores };
  }

  private async scoreDay(days: DueHorizon, context: JobContext<JudgementsScored>): Promise<number> {
    const judgements = await selectUnscored(this.db, days.dataThrough, days.horizon);
    if (judgements.length === 0) return 0;
    const market = await this.marketReturn(days);
    const scores: ScoreToKeep[] = [];
    for (const [code, ofCode] of grouped(judgements, (judgement) => judgement.code)) {
      scores.push(...(await this.scoresOf(code, ofCode, days, market)));
    }
    await context.fenced((tx) => insertScores(tx, scores));
    return scores.length;
  }

  private async scoresOf(
    code: string,
    judgements: readonly UnscoredJudgement[],
    days: DueHorizon,
    market: MarketReturn,
  ): Promise<ScoreToKeep[]> {
    const bars = await this.bars.upTo(code, days.readTo, days.readBars);
    return judgements.flatMap(({ id, kind, value, isDelisted: isKnownDelisted }): ScoreToKeep[] => {
      const direction = directionOf(kind, value);
      if (direction === undefined) return [];
      // Sources that know no delistings: a stock without a bar for so long has left as well.
      const isDelisted = isKnownDelisted || days.isLongAgo;
      const result = outcomeOf(bars, { ...days, direction, isDelisted, marketMedianPct: market.medianPct });
      if (result.state === 'waiting') return [];
      const key = { judgementId: id, horizon: days.horizon, dayNo: days.dayNo };
      if (result.state === 'unfillable') return [{ ...key, ...UNFILLABLE }];
      const { outcome, movedOn } = result;
      return [{ ...key, ...outcome, state: 'scored', movedOn, baseRate: baseRateOf(market, direction) }];
    });
  }

  private async marketReturn(days: HorizonDays): Promise<MarketReturn> {
    const stored = await selectMarketReturn(this.db, days);
    if (stored !== undefined) return stored;
    await storeMarketReturn(this.db, days);
    const computed = await selectMarketReturn(this.db, days);
    if (computed === undefined) throw new Error(`no market return of ${days.dataThrough} was stored`);
    return computed;
  }
}

const UNFILLABLE = {
  state: 'unfillable',
  movedOn: true,
  entryDate: null,
  exitDate: null,
  returnPct: null,
  excessPct: null,
  baseRate: null,
  right: null,
} as const;

/** A stock without a bar for so many trading days has left the exchange. */
const GONE_AFTER = 250;

/** A horizon that has ended, and which bars of a stock tell how it went. */
interface DueHorizon extends HorizonDays {
  horizon: Horizon;
  /** The place of `dataThrough` in the trading calendar. */
  dayNo: number;
  readTo: CalendarDay;
  readBars: number;
  /** So much time has passed since the horizon's end that a stock without a bar will not come back. */
  isLongAgo: boolean;
}

/** The horizons of a day that have ended with the market's last complete day. */
function dueHorizons(calendar: TradingCalendar, dataThrough: CalendarDay, completeTo: CalendarDay): DueHorizon[] {
  const after = completeTo > dataThrough ? calendar.openDaysBetween(addDays(dataThrough, 1), completeTo) : [];
  const [entryDay] = after;
  if (entryDay === undefined) return [];
  const sigmaFrom = calendar.nthOpenDayBefore(dataThrough, SIGMA_BARS);
  const dayNo = calendar.countOpenDays(MIN_DAY, dataThrough);
  return HORIZONS.flatMap((horizon) => {
    const horizonEnd = after[horizon - 1];
    if (horizonEnd === undefined) return [];
    const lastRead = horizon - 1 + GONE_AFTER;
    const readTo = after[lastRead] ?? completeTo;
    const readBars = SIGMA_BARS + 1 + Math.min(after.length, lastRead + 1);
    const isLongAgo = lastRead < after.length;
    return [{ dataThrough, horizon, entryDay, horizonEnd, sigmaFrom, dayNo, readTo, readBars, isLongAgo }];
  });
}

function baseRateOf({ baseUp, baseDown, baseFlat }: MarketReturn, direction: Direction): number {
  return { up: baseUp, down: baseDown, flat: baseFlat }[direction];
}

function recordOf(group: readonly ScoredMonth[], horizon: Horizon): RecordOfHorizon {
  const months = group.filter((month) => month.horizon === horizon);
  const unfillable = months.reduce((sum, month) => sum + month.unfillable, 0);
  return { horizon, ...hitRateOf(months), unfillable };
}
