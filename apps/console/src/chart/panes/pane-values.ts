import type { Bar } from '../bar';
import { findKdj, KDJ_BARS } from './kdj';
import { findMacd, MACD_BARS } from './macd';
import type { Pane } from './pane-names';

export const PANE_PARAMETERS: Readonly<Record<Pane, readonly number[]>> = {
  macd: [MACD_BARS.fast, MACD_BARS.slow, MACD_BARS.signal],
  kdj: [KDJ_BARS.window, KDJ_BARS.k, KDJ_BARS.d],
};

export interface PaneValue {
  readonly name: string;
  readonly value: number | null;
  /** It is drawn in the colours of rises and falls, not in a line's. */
  readonly isBar?: true;
}

/** Decimals of a pane's values: MACD is in yuan, and that of a stock of three yuan differs in the third place. */
export const PANE_DECIMALS: Readonly<Record<Pane, number>> = { macd: 3, kdj: 2 };

/** What a pane shows at a bar, by its index; in the order of the pane's colours. */
export function findPaneValues(pane: Pane, bars: readonly Bar[]): (index: number) => readonly PaneValue[] {
  if (pane === 'kdj') {
    const values = findKdj(bars);
    return (index) => (['k', 'd', 'j'] as const).map((key) => value(key.toUpperCase(), values[index]?.[key]));
  }
  const values = findMacd(bars);
  return (index) => [
    value('DIF', values[index]?.dif),
    value('DEA', values[index]?.dea),
    { ...value('MACD', values[index]?.bar), isBar: true },
  ];
}

function value(name: string, found: number | undefined): PaneValue {
  return { name, value: found ?? null };
}
