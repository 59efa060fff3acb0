import type { CycleEvent, PrimaryPhase } from '#lib/tracking';
import type { BarMetrics } from './bar-metrics';
import type { BarEvents } from './event-reader';
import type { FiredEvent } from './fired-event';
import type { PhaseRules, Timeframe } from './thresholds';
import type { TradingRange } from './trading-range';

export type RangePhaseTag = 'phase_a' | 'phase_b' | 'phase_c' | 'phase_d' | 'phase_e';

/** The position of a bar in the cycle. */
export interface PhaseState {
  readonly phase: PrimaryPhase;
  /** Wyckoff's phase of the range, A to E; null outside of one. */
  readonly letter: RangePhaseTag | null;
  /** The range follows a trend of its own direction: accumulation after markup, distribution after markdown. */
  readonly again: boolean;
  /** Bars since the phase began. */
  readonly age: number;
  /** Why the phase is what it is, in Chinese. */
  readonly reason: string;
  /** The range that the phase speaks of, or that the trend left. */
  readonly range: TradingRange | null;
  /** Closes behind this price end a trend; null outside of one. */
  readonly trendLine: number | null;
  /** The phase left markup or markdown on this bar. */
  readonly characterChanged: boolean;
}

type RangePhase = 'accumulation' | 'distribution';
type TrendPhase = 'markup' | 'markdown';

const OPPOSITE = { accumulation: 'distribution', distribution: 'accumulation' } as const;
const TREND_OF = { accumulation: 'markup', distribution: 'markdown' } as const;

/**
 * What an event speaks for, and the letter that it gives the range of its own side. A `sign` in a trend's own direction goes on
 * with the trend.
 */
const VOTES: Partial<Record<CycleEvent, { phase: RangePhase; letter: RangePhaseTag; sign?: true }>> = {
  SC: { phase: 'accumulation', letter: 'phase_a' },
  AR: { phase: 'accumulation', letter: 'phase_a' },
  SPRING: { phase: 'accumulation', letter: 'phase_c' },
  TSO: { phase: 'accumulation', letter: 'phase_c' },
  TEST: { phase: 'accumulation', letter: 'phase_c' },
  SOS: { phase: 'accumulation', letter: 'phase_d', sign: true },
  JAC: { phase: 'accumulation', letter: 'phase_d', sign: true },
  LPS: { phase: 'accumulation', letter: 'phase_d', sign: true },
  BU: { phase: 'accumulation', letter: 'phase_d', sign: true },
  BC: { phase: 'distribution', letter: 'phase_a' },
  ARE: { phase: 'distribution', letter: 'phase_a' },
  UTAD: { phase: 'distribution', letter: 'phase_c' },
  SOW: { phase: 'distribution', letter: 'phase_d', sign: true },
  FTI: { phase: 'distribution', letter: 'phase_d', sign: true },
  LPSY: { phase: 'distribution', letter: 'phase_d', sign: true },
};

/** An event for a side, until one for the other side is heard. */
interface Vote {
  readonly index: number;
  readonly event: CycleEvent;
  readonly range: TradingRange | null;
}

interface State {
  phase: PrimaryPhase;
  since: number;
  reason: string;
  again: boolean;
  letter: RangePhaseTag | null;
  letterSince: number;
  /** The range that the phase speaks of, or that the trend left. */
  range: TradingRange | null;
}

/** Reads the phase of every bar in one pass, from the bars and events up to it. */
export function readPhases(
  metrics: readonly BarMetrics[],
  events: readonly BarEvents[],
  frame: Timeframe,
): PhaseState[] {
  const reader = new PhaseReader(metrics, frame);
  return metrics.map((bar, index) => reader.read(bar, events[index]?.events ?? []));
}

class PhaseReader {
  private state: State = {
    ...{ phase: 'unclassified', since: 0, reason: '', again: false },
    ...{ letter: null, letterSince: 0, range: null },
  };
  /** What was heard for each side since the other one was heard, or since the phase began. */
  private readonly votes: Record<RangePhase, Vote[]> = { accumulation: [], distribution: [] };
  private readonly rules: PhaseRules;
  /** What a bar is, and the mean of closes, in notes. */
  private readonly unit: string;
  private readonly meanName: string;
  private readonly streaks = { above: 0, below: 0, back: 0, up: 0, down: 0 };
  private readonly signs: Record<RangePhase, number> = { accumulation: -Infinity, distribution: -Infinity };

  constructor(
    private readonly metrics: readonly BarMetrics[],
    { phases, events }: Timeframe,
  ) {
    this.rules = phases;
    this.unit = events.unit;
    this.meanName = `${String(events.extremeBars)}${events.unit}均线`;
  }

  read(bar: BarMetrics, events: readonly FiredEvent[]): PhaseState {
    const before = this.state.phase;
    if (bar.index + 1 >= this.rules.minBars && before === 'unclassified') {
      this.enter(bar, 'transition', '尚无区间或趋势');
    }
    this.count(bar);
    this.leaveByPrice(bar);
    for (const event of events) this.hear(bar, event);
    this.ageLetter(bar);
    if (bar.index + 1 < this.rules.minBars) return this.unclassified(bar);
    const { phase, letter, again, since, reason, range } = this.state;
    const wasTrend = before === 'markup' || before === 'markdown';
    const characterChanged = wasTrend && phase !== before;
    const trendLine = this.trendLine(bar);
    return { phase, letter, again, reason, age: bar.index - since, range, trendLine, characterChanged };
  }

  private unclassified(bar: BarMetrics): PhaseState {
    const reason = `${this.unit}线不足 ${String(this.rules.minBars)} 根`;
    return {
      ...({ phase: 'unclassified', letter: null, again: false, age: bar.index, reason } as const),
      ...{ range: null, trendLine: null, characterChanged: false },
    };
  }

  private count(bar: BarMetrics): void {
    const { streaks, state } = this;
    const earlier = this.metrics[bar.index - this.rules.slopeBars]?.meanClose ?? null;
    const mean = bar.meanClose;
    const change = mean === null || earlier === null ? 0 : mean / earlier - 1;
    streaks.up = mean !== null && bar.close > mean && change >= this.rules.slope ? streaks.up + 1 : 0;
    streaks.down = mean !== null && bar.close < mean && change <= -this.rules.slope ? streaks.down + 1 : 0;
    const { range } = state;
    streaks.above = range !== null && bar.close > range.resistance ? streaks.above + 1 : 0;
    streaks.below = range !== null && bar.close < range.support ? streaks.below + 1 : 0;
    streaks.back = this.isBack(bar) ? streaks.back + 1 : 0;
  }

  private isBack(bar: BarMetrics): boolean {
    const line = this.trendLine(bar);
    if (line === null) return false;
    return this.state.phase === 'markup' ? bar.close < line : bar.close > line;
  }

  /** What a trend must not close behind: the edge that was left, or the mean of closes once that is farther on. */
  private trendLine({ meanClose }: BarMetrics): number | null {
    const { phase, range } = this.state;
    if (phase !== 'markup' && phase !== 'markdown') return null;
    const edge = phase === 'markup' ? range?.resistance : range?.support;
    if (edge === undefined || meanClose === null) return edge ?? meanClose;
    return phase === 'markup' ? Math.max(edge, meanClose) : Math.min(edge, meanClose);
  }

  private leaveByPrice(bar: BarMetrics): void {
    const { closes, signBars, maxRangeBars } = this.rules;
    const { phase, range } = this.state;
    const { streaks } = this;
    if (phase === 'accumulation' || phase === 'distribution') {
      const side = streaks.above >= closes ? 'accumulation' : streaks.below >= closes ? 'distribution' : null;
      if (side !== null) {
        const edge = side === 'accumulation' ? 'R 之上' : 'S 之下';
        const signed = bar.index - this.signs[side] <= signBars;
        const left = `连续 ${String(closes)} ${this.unit}收在区间 ${edge}`;
        if (signed) this.enterTrend(bar, TREND_OF[side], `${left}，此前有强弱信号`, range);
        else this.enter(bar, 'transition', `${left}，但无强弱信号`);
      } else if (range !== null && bar.index - range.from > maxRangeBars) {
        this.enter(bar, 'transition', `区间已逾 ${String(maxRangeBars)} ${this.unit}`);
      }
      return;
    }
    if ((phase === 'markup' || phase === 'markdown') && streaks.back >= closes) {
      this.enter(
        bar,
        'transition',
        `连续 ${String(closes)} ${this.unit}收回${phase === 'markup' ? '上升' : '下降'}趋势之内`,
      );
      return;
    }
    if (phase !== 'transition') return;
    const trend = streaks.up >= closes ? 'markup' : streaks.down >= closes ? 'markdown' : null;
    if (trend === null) return;
    const way = trend === 'markup' ? '之上，均线上升' : '之下，均线下降';
    this.enterTrend(bar, trend, `连续 ${String(closes)} ${this.unit}收在${this.meanName}${way}`, null);
  }

  private hear(bar: BarMetrics, { event, range }: FiredEvent): void {
    if (event === 'ST' && this.state.letter === 'phase_a') this.setLetter(bar, 'phase_b');
    const vote = VOTES[event];
    const { phase } = this.state;
    // Rises climax repeatedly while they last: there only the reaction counts, and it needs another event in addition.
    if (vote === undefined || (event === 'BC' && phase === 'markup')) return;
    if (vote.sign === true) this.signs[vote.phase] = bar.index;
    this.votes[OPPOSITE[vote.phase]] = [];
    if (phase === vote.phase) {
      if (event === 'AR' || event === 'ARE') this.moveRange(bar, range);
      else if (event !== 'SC' && event !== 'BC') this.setLetter(bar, vote.letter);
      return;
    }
    // A sign in the trend's own direction confirms the trend; anything else may make a range.
    if (phase === TREND_OF[vote.phase] && vote.sign === true) return;
    const earlier = this.votes[vote.phase].filter(({ index }) => bar.index - index <= this.rules.voteBars);
    const votes = [...earlier, { index: bar.index, event, range }];
    this.votes[vote.phase] = votes;
    const first = votes.find(({ index }) => index < bar.index);
    const its = votes.findLast((known) => known.range !== null)?.range ?? null;
    if (first !== undefined && its !== null) this.enterRange(bar, vote.phase, its, [first.event, event], vote.letter);
  }

  /** A climax and its reaction within a phase of their own side: the phase goes on in the new range. */
  private moveRange(bar: BarMetrics, range: TradingRange | null): void {
    if (range === null) return;
    this.state.range = range;
    this.setLetter(bar, 'phase_a');
    this.startOver();
  }

  private enterRange(
    bar: BarMetrics,
    phase: RangePhase,
    range: TradingRange,
    events: readonly CycleEvent[],
    letter: RangePhaseTag,
  ): void {
    const again = this.state.phase === TREND_OF[phase] || range.side === OPPOSITE[phase];
    const reason = `${phase === 'accumulation' ? '吸筹' : '派发'}区间，由 ${events.join('、')} 判定`;
    this.state = { phase, since: bar.index, reason, again, letter, letterSince: bar.index, range };
    this.startOver();
  }

  private enterTrend(bar: BarMetrics, phase: TrendPhase, reason: string, range: TradingRange | null): void {
    const letter = range === null ? null : 'phase_e';
    this.state = { phase, since: bar.index, reason, again: false, letter, letterSince: bar.index, range };
    this.startOver();
  }

  private enter(bar: BarMetrics, phase: PrimaryPhase, reason: string): void {
    this.state = { phase, since: bar.index, reason, again: false, letter: null, letterSince: bar.index, range: null };
    this.startOver();
  }

  private startOver(): void {
    Object.assign(this.votes, { accumulation: [], distribution: [] });
    Object.assign(this.streaks, { above: 0, below: 0, back: 0 });
  }

  private setLetter(bar: BarMetrics, letter: RangePhaseTag): void {
    this.state.letter = letter;
    this.state.letterSince = bar.index;
  }

  private ageLetter(bar: BarMetrics): void {
    const { letter, letterSince } = this.state;
    const age = bar.index - letterSince;
    if (letter === 'phase_a' && age > this.rules.phaseABars) this.setLetter(bar, 'phase_b');
    if (letter === 'phase_e' && age > this.rules.phaseEBars) this.state.letter = null;
  }
}
