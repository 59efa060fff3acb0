import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import { PAGE_SIZE } from './session-pages';

/** The rows of a long list that are visible, all of one height; reports which pages of it those are. */
export function useRowWindow({
  scroller,
  count,
  height,
  beyond,
  headHeight = 0,
  onVisible,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  height: number;
  /** Rows kept ready above and below. */
  beyond: number;
  /** Of a head that stays at the top of the scroller. */
  headHeight?: number;
  /** First and last visible index, in whole pages. */
  onVisible: (first: number, last: number) => void;
}): Virtualizer<HTMLDivElement, Element> {
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: beyond,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  useEffect(() => rows.measure(), [rows, height]);
  const items = rows.getVirtualItems();
  const first = pageStart(items[0]?.index ?? 0);
  const last = pageStart(items.at(-1)?.index ?? 0);
  useEffect(() => onVisible(first, last), [onVisible, first, last]);
  return rows;
}

function pageStart(index: number): number {
  return Math.floor(index / PAGE_SIZE) * PAGE_SIZE;
}
