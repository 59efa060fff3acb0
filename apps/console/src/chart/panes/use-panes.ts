import { useMemo } from 'react';
import type { Overlay } from '../overlay-names';
import { type Pane, PANES } from './pane-names';

/** The panes among the chosen overlays; the same list as long as they are the same. */
export function usePanes(overlays: readonly Overlay[]): readonly Pane[] {
  const chosen = PANES.filter((pane) => overlays.includes(pane)).join(' ');
  return useMemo(() => PANES.filter((pane) => chosen.split(' ').includes(pane)), [chosen]);
}
