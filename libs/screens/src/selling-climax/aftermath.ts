import type { EvidenceWords } from '../domain/evidence';
import type { StockBars } from '../domain/stock-bars';
import { closePosition, isLocked, trueRange } from '../measures/bar-shape';
import { BOARD_SCALE } from '../measures/board-scale';
import { atLeast, atMost } from '../measures/slack';
import { valueAt } from '../measures/value-at';
import type { Climax } from './climax';
import { AFTERMATH } from './thresholds';

/**
 * `candidate`: the climax alone. `ar`: an automatic rally and a first pullback came. `st`: the low was tested on less volume.
 * `failed`: the low gave way; `expired`: too old. The last two stay.
 */
export type ClimaxState = 'candidate' | 'ar' | 'st' | 'failed' | 'expired';

export const CLIMAX_STATE_WORDS: EvidenceWords<ClimaxState> = {
  candidate: { zh: 'SC 当日', en: 'Climax' },
  ar: { zh: '已反弹（AR）', en: 'Rallied (AR)' },
  st: { zh: '二次测试（ST）', en: 'Tested (ST)' },
  failed: { zh: '已失败', en: 'Failed' },
  expired: { zh: '已过期', en: 'Expired' },
};

/** Reads what happens after a climax, bar by bar. */
export class Aftermath {
  private now: ClimaxState = 'candidate';
  /** Yuan: the highest high since, that of the climax's own bar left out. */
  private peak: number;

  constructor(
    private readonly bars: StockBars,
    readonly climax: Climax,
  ) {
    this.peak = climax.low;
  }

  get state(): ClimaxState {
    return this.now;
  }

  /** Goes one bar on. */
  read(at: number): void {
    if (this.now === 'failed' || this.now === 'expired') return;
    const { climax, bars } = this;
    const { failedAtr, expiredBars } = AFTERMATH;
    if (!atLeast(valueAt(bars.close, at), climax.low - failedAtr * climax.atr)) this.now = 'failed';
    else if (at - climax.at + 1 >= expiredBars) this.now = 'expired';
    else if (this.now === 'candidate') this.awaitReaction(at);
    else if (this.now === 'ar' && this.isTest(at)) this.now = 'st';
  }

  private awaitReaction(at: number): void {
    const { climax, bars, peak } = this;
    const { withinBars, moveAtr, moveShare, pullbackAtr } = AFTERMATH.reaction;
    if (at - climax.at > withinBars) return;
    const share = moveShare * BOARD_SCALE[bars.board];
    const hasRisen = atLeast(peak - climax.low, Math.max(moveAtr * climax.atr, share * climax.low));
    if (hasRisen && atLeast(peak - valueAt(bars.low, at), pullbackAtr * climax.atr)) this.now = 'ar';
    else this.peak = Math.max(peak, valueAt(bars.high, at));
  }

  private isTest(at: number): boolean {
    const { climax, bars, peak } = this;
    const { beyondAtr, withinH, volumeShare, trShare, clv } = AFTERMATH.test;
    const low = valueAt(bars.low, at);
    return (
      !isLocked(bars, at) &&
      atLeast(low, climax.low - beyondAtr * climax.atr) &&
      atMost(low, climax.low + withinH * (peak - climax.low)) &&
      atMost(valueAt(bars.volume, at), volumeShare * climax.volume) &&
      atMost(trueRange(bars, at), trShare * climax.tr) &&
      atLeast(closePosition(bars, at), clv)
    );
  }
}
