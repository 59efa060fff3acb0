import { type Bar, findBarIndex, type Period } from './bar';
import type { Chips } from './day-chips';
import type { SceneChips } from './scene';

/** Chips come in the prices of their day; the chart's are adjusted as of its last bar. */
export function chipScale(chips: Chips | undefined, bars: readonly Bar[], period: Period): number {
  if (chips === undefined || chips.close === 0) return 1;
  const index = findBarIndex(bars, chips.tradeDate, period);
  const bar = index === undefined ? undefined : bars[index];
  return bar?.tradeDate === chips.tradeDate ? bar.close / chips.close : 1;
}

/** Chips as they stand on the chart's axis. */
export function sceneChips(
  chips: Chips | undefined,
  scale: number,
  averageText: (price: number) => string,
): SceneChips | null {
  if (chips === undefined) return null;
  const { prices, weights, close, weightedAverage, cost5, cost15, cost85, cost95 } = chips;
  return {
    prices: scale === 1 ? prices : prices.map((price) => price * scale),
    weights,
    close: close * scale,
    average: weightedAverage * scale,
    averageText: averageText(weightedAverage * scale),
    ninety: [cost5 * scale, cost95 * scale],
    seventy: [cost15 * scale, cost85 * scale],
  };
}
