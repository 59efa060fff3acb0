import type { CycleEvent, PrimaryPhase } from '#lib/tracking';
import type { BarFigures } from './bar-figures';
import type { BarEvents } from './event-reader';
import type { FiredEvent } from './fired-event';
import { PHASE_RULES } from './thresholds';
import type { TradingRange } from './trading-range';

export type RangePhaseTag = 'phase_a' | 'phase_b' | 'phase_c' | 'phase_d' | 'phase_e';

/** Where in the cycle a bar stands. */
export interface PhaseReading {
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

/** What an event makes of a phase that no range governs, and the letter that it gives the range. */
const VOTES: Partial<Record<CycleEvent, { phase: RangePhase; letter: RangePhaseTag; sign?: true }>> = {
  SPRING: { phase: 'accumulation', letter: 'phase_c' },
  TSO: { phase: 'accumulation', letter: 'phase_c' },
  TEST: { phase: 'accumulation', letter: 'phase_c' },
  SOS: { phase: 'accumulation', letter: 'phase_d', sign: true },
  JAC: { phase: 'accumulation', letter: 'phase_d', sign: true },
  LPS: { phase: 'accumulation', letter: 'phase_d', sign: true },
  BU: { phase: 'accumulation', letter: 'phase_d', sign: true },
  UTAD: { phase: 'distribution', letter: 'phase_c' },
  SOW: { phase: 'distribution', letter: 'phase_d', sign: true },
  FTI: { phase: 'distribution', letter: 'phase_d', sign: true },
  LPSY: { phase: 'distribution', letter: 'phase_d', sign: true },
};

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
export function readPhases(figures: readonly BarFigures[], events: readonly BarEvents[]): PhaseReading[] {
  const reader = new PhaseReader(figures);
  return figures.map((bar, index) => reader.read(bar, events[index]?.events ?? []));
}

class PhaseReader {
  private state: State = {
    ...{ phase: 'unclassified', since: 0, reason: '日线不足', again: false },
    ...{ letter: null, letterSince: 0, range: null },
  };
  /** Events against the range's phase since the last one for it. */
  private against = 0;
  private readonly streaks = { above: 0, below: 0, back: 0, up: 0, down: 0 };
  private readonly signs: Record<RangePhase, number> = { accumulation: -Infinity, distribution: -Infinity };

  constructor(private readonly figures: readonly BarFigures[]) {}

  read(bar: BarFigures, events: readonly FiredEvent[]): PhaseReading {
    const before = this.state.phase;
    if (bar.index + 1 >= PHASE_RULES.minBars && before === 'unclassified') {
      this.enter(bar, 'transition', '尚无区间或趋势');
    }
    this.count(bar);
    this.leaveByPrice(bar);
    for (const event of events) this.hear(bar, event);
    this.ageLetter(bar);
    if (bar.index + 1 < PHASE_RULES.minBars) return this.unclassified(bar);
    const { phase, letter, again, since, reason, range } = this.state;
    const wasTrend = before === 'markup' || before === 'markdown';
    const characterChanged = wasTrend && phase !== before;
    const trendLine = this.trendLine(bar);
    return { phase, letter, again, reason, age: bar.index - since, range, trendLine, characterChanged };
  }

  private unclassified(bar: BarFigures): PhaseReading {
    const reason = `日线不足 ${String(PHASE_RULES.minBars)} 根`;
    return {
      ...({ phase: 'unclassified', letter: null, again: false, age: bar.index, reason } as const),
      ...{ range: null, trendLine: null, characterChanged: false },
    };
  }

  private count(bar: BarFigures): void {
    const { streaks, state } = this;
    const earlier = this.figures[bar.index - PHASE_RULES.slopeBars]?.mean60 ?? null;
    const mean = bar.mean60;
    const change = mean === null || earlier === null ? 0 : mean / earlier - 1;
    streaks.up = mean !== null && bar.close > mean && change >= PHASE_RULES.slope ? streaks.up + 1 : 0;
    streaks.down = mean !== null && bar.close < mean && change <= -PHASE_RULES.slope ? streaks.down + 1 : 0;
    const { range } = state;
    streaks.above = range !== null && bar.close > range.resistance ? streaks.above + 1 : 0;
    streaks.below = range !== null && bar.close < range.support ? streaks.below + 1 : 0;
    streaks.back = this.isBack(bar) ? streaks.back + 1 : 0;
  }

  private isBack(bar: BarFigures): boolean {
    const line = this.trendLine(bar);
    if (line === null) return false;
    return this.state.phase === 'markup' ? bar.close < line : bar.close > line;
  }

  /** What a trend must not close behind: the edge that was left, or the 60-bar mean once that is farther on. */
  private trendLine({ mean60 }: BarFigures): number | null {
    const { phase, range } = this.state;
    if (phase !== 'markup' && phase !== 'markdown') return null;
    const edge = phase === 'markup' ? range?.resistance : range?.support;
    if (edge === undefined || mean60 === null) return edge ?? mean60;
    return phase === 'markup' ? Math.max(edge, mean60) : Math.min(edge, mean60);
  }

  private leaveByPrice(bar: BarFigures): void {
    const { closes, signBars, maxRangeBars } = PHASE_RULES;
    const { phase, range } = this.state;
    const { streaks } = this;
    if (phase === 'accumulation' || phase === 'distribution') {
      const side = streaks.above >= closes ? 'accumulation' : streaks.below >= closes ? 'distribution' : null;
      if (side !== null) {
        const edge = side === 'accumulation' ? 'R 之上' : 'S 之下';
        const signed = bar.index - this.signs[side] <= signBars;
        const left = `连续 ${String(closes)} 日收在区间 ${edge}`;
        if (signed) this.enterTrend(bar, TREND_OF[side], `${left}，此前有强弱信号`, range);
        else this.enter(bar, 'transition', `${left}，但无强弱信号`);
      } else if (range !== null && bar.index - range.from > maxRangeBars) {
        this.enter(bar, 'transition', `区间已逾 ${String(maxRangeBars)} 日`);
      }
      return;
    }
    if ((phase === 'markup' || phase === 'markdown') && streaks.back >= closes) {
      this.enter(bar, 'transition', `连续 ${String(closes)} 日收回${phase === 'markup' ? '上升' : '下降'}趋势之内`);
      return;
    }
    if (phase !== 'transition') return;
    const trend = streaks.up >= closes ? 'markup' : streaks.down >= closes ? 'markdown' : null;
    if (trend === null) return;
    const way = trend === 'markup' ? '之上，均线上升' : '之下，均线下降';
    this.enterTrend(bar, trend, `连续 ${String(closes)} 日收在60日均线${way}`, null);
  }

  private hear(bar: BarFigures, { event, range }: FiredEvent): void {
    if ((event === 'AR' || event === 'ARE') && range !== null) {
      this.enterRange(bar, event === 'AR' ? 'accumulation' : 'distribution', range, event, 'phase_a');
      return;
    }
    if (event === 'ST' && this.state.letter === 'phase_a') this.setLetter(bar, 'phase_b');
    const vote = VOTES[event];
    if (vote === undefined || range === null) return;
    if (vote.sign === true) this.signs[vote.phase] = bar.index;
    const { phase } = this.state;
    if (phase === vote.phase) {
      this.against = 0;
      this.setLetter(bar, vote.letter);
    } else if (phase === OPPOSITE[vote.phase]) {
      this.against += 1;
      if (this.against >= 2) this.enterRange(bar, vote.phase, range, event, vote.letter);
    } else if (!(phase === TREND_OF[vote.phase] && vote.sign === true)) {
      // A sign in the trend's own direction confirms the trend; anything else is a range.
      this.enterRange(bar, vote.phase, range, event, vote.letter);
    }
  }

  private enterRange(
    bar: BarFigures,
    phase: RangePhase,
    range: TradingRange,
    event: CycleEvent,
    letter: RangePhaseTag,
  ): void {
    const again = this.state.phase === TREND_OF[phase] || (this.state.phase === phase && this.state.again);
    const reason = `${phase === 'accumulation' ? '吸筹' : '派发'}区间，由 ${event} 判定`;
    this.state = { phase, since: bar.index, reason, again, letter, letterSince: bar.index, range };
    this.startOver();
  }

  private enterTrend(bar: BarFigures, phase: TrendPhase, reason: string, range: TradingRange | null): void {
    const letter = range === null ? null : 'phase_e';
    this.state = { phase, since: bar.index, reason, again: false, letter, letterSince: bar.index, range };
    this.startOver();
  }

  private enter(bar: BarFigures, phase: PrimaryPhase, reason: string): void {
    this.state = { phase, since: bar.index, reason, again: false, letter: null, letterSince: bar.index, range: null };
    this.startOver();
  }

  private startOver(): void {
    this.against = 0;
    Object.assign(this.streaks, { above: 0, below: 0, back: 0 });
  }

  private setLetter(bar: BarFigures, letter: RangePhaseTag): void {
    this.state.letter = letter;
    this.state.letterSince = bar.index;
  }

  private ageLetter(bar: BarFigures): void {
    const { letter, letterSince } = this.state;
    const age = bar.index - letterSince;
    if (letter === 'phase_a' && age > PHASE_RULES.phaseABars) this.setLetter(bar, 'phase_b');
    if (letter === 'phase_e' && age > PHASE_RULES.phaseEBars) this.state.letter = null;
  }
}
