import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { addDays, type CalendarDay } from '#lib/kernel';
import { MarketState, StockBars, type TradingCalendar, TradingCalendarService } from '#lib/market-data';
import type { JobContext } from '#lib/queue';
import { grouped } from '../domain/grouped';
import { type Direction, directionOf, type JudgementKind } from '../domain/track-record/direction';
import { type Horizon, HORIZONS, outcomeOf, SIGMA_BARS } from '../domain/track-record/outcome';
import { type HitRate, hitRateOf, nonOverlapping } from '../domain/track-record/statistics';
import {
  insertScores,
  insertScreenJudgements,
  type ScoredJudgement,
  type ScoreToKeep,
  selectScored,
  selectSessionJudgements,
  selectUnscored,
  selectUnscoredDays,
  type SessionJudgement,
  type TrackRecordQuery,
  type UnscoredJudgement,
} from '../persistence/judgements.query';
import {
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
    @Inject(MarketState) private readonly market: MarketState,
    @Inject(TradingCalendarService) private readonly calendars: TradingCalendarService,
  ) {}

  /** Hit rates a model, kind and horizon. */
  async of(query: TrackRecordQuery): Promise<RecordOfModel[]> {
    const [scored, calendar] = await Promise.all([selectScored(this.db, query), this.calendars.current()]);
    const position = positionIn(calendar, scored);
    const groups = grouped(scored, ({ model, kind, replay }) => JSON.stringify([model, kind, replay]));
    return [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { model, kind, replay } = first;
      return [{ model, kind, replay, horizons: HORIZONS.map((horizon) => recordOf(group, horizon, position)) }];
    });
  }

  /** The newest judgements of a session with how they did. */
  ofSession(sessionId: number): Promise<SessionJudgement[]> {
    return selectSessionJudgements(this.db, sessionId, SHOWN_JUDGEMENTS);
  }

  /** Scores every judgement whose horizon has ended, a day at a time behind the job's fence. */
  async scoreDue(context: JobContext<JudgementsScored>): Promise<JudgementsScored> {
    await context.fenced((tx) => insertScreenJudgements(tx));
    const { barsTo } = await this.market.read();
    if (barsTo === null) return { days: 0, scores: 0 };
    const calendar = await this.calendars.current();
    const unscored = await selectUnscoredDays(this.db, HORIZONS.length);
    let scores = 0;
    for (const [index, { dataThrough }] of unscored.entries()) {
      for (const days of dueHorizons(calendar, dataThrough, barsTo)) {
        context.signal.throwIfAborted();
        scores += await this.scoreDay(days, barsTo, context);
      }
      await context.progress({ done: index + 1, total: unscored.length });
    }
    return { days: unscored.length, scores };
  }

  private async scoreDay(
    days: HorizonDays & { horizon: Horizon },
    barsTo: CalendarDay,
    context: JobContext<JudgementsScored>,
  ): Promise<number> {
    const judgements = await selectUnscored(this.db, days.dataThrough, days.horizon);
    if (judgements.length === 0) return 0;
    const market = await this.marketReturn(days);
    const scores: ScoreToKeep[] = [];
    for (const [code, ofCode] of grouped(judgements, (judgement) => judgement.code)) {
      scores.push(...(await this.scoresOf(code, ofCode, days, market, barsTo)));
    }
    await context.fenced((tx) => insertScores(tx, scores));
    return scores.length;
  }

  private async scoresOf(
    code: string,
    judgements: readonly UnscoredJudgement[],
    days: HorizonDays & { horizon: Horizon },
    market: MarketReturn,
    barsTo: CalendarDay,
  ): Promise<ScoreToKeep[]> {
    const bars = (await this.bars.upTo(code, barsTo)).filter(({ tradeDate }) => tradeDate >= days.sigmaFrom);
    return judgements.flatMap(({ id, kind, value, isDelisted }): ScoreToKeep[] => {
      const direction = directionOf(kind, value);
      if (direction === undefined) return [];
      const result = outcomeOf(bars, { ...days, direction, isDelisted, marketMedianPct: market.medianPct });
      if (result.state === 'waiting') return [];
      const key = { judgementId: id, horizon: days.horizon };
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

/** The horizons of a day that have ended with the market's last day. */
function dueHorizons(
  calendar: TradingCalendar,
  dataThrough: CalendarDay,
  barsTo: CalendarDay,
): (HorizonDays & { horizon: Horizon })[] {
  const after = barsTo > dataThrough ? calendar.openDaysBetween(addDays(dataThrough, 1), barsTo) : [];
  const [entryDay] = after;
  if (entryDay === undefined) return [];
  const sigmaFrom = calendar.nthOpenDayBefore(dataThrough, SIGMA_BARS);
  return HORIZONS.flatMap((horizon) => {
    const horizonEnd = after[horizon - 1];
    return horizonEnd === undefined ? [] : [{ dataThrough, horizon, entryDay, horizonEnd, sigmaFrom }];
  });
}

function baseRateOf({ baseUp, baseDown, baseFlat }: MarketReturn, direction: Direction): number {
  return { up: baseUp, down: baseDown, flat: baseFlat }[direction];
}

function recordOf(
  group: readonly ScoredJudgement[],
  horizon: Horizon,
  position: (day: CalendarDay) => number,
): RecordOfHorizon {
  const ofHorizon = group.filter((one) => one.horizon === horizon);
  const scored = ofHorizon.filter(({ state }) => state === 'scored');
  const unfillable = ofHorizon.filter(({ state, movedOn }) => state === 'unfillable' || movedOn).length;
  return { horizon, ...hitRateOf(nonOverlapping(scored, horizon, position)), unfillable };
}

/** Where a day stands among the trading days, counted from the first sample's. */
function positionIn(
  calendar: TradingCalendar,
  samples: readonly { dataThrough: CalendarDay }[],
): (day: CalendarDay) => number {
  const first = samples[0]?.dataThrough;
  const last = samples.at(-1)?.dataThrough;
  const days = first === undefined || last === undefined ? [] : calendar.openDaysBetween(first, last);
  const positions = new Map(days.map((day, index) => [day, index]));
  return (day) => positions.get(day) ?? days.findLastIndex((open) => open <= day);
}
