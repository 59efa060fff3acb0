/** Indicators that have a pane of their own below the volume, from top to bottom. */
export const PANES = ['macd', 'kdj'] as const;
export type Pane = (typeof PANES)[number];
