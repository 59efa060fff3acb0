import { PANES } from './panes/pane-names';

/** What a chart may show in addition to its candles. */
export const OVERLAYS = ['phases', 'ranges', 'events', 'chips', 'averages', 'strength', ...PANES] as const;
export type Overlay = (typeof OVERLAYS)[number];

export const DEFAULT_OVERLAYS: readonly Overlay[] = ['phases', 'ranges', 'events', 'chips', 'averages'];
