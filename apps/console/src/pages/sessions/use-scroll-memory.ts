import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListCursor } from './list-cursor';
import { savePosition, type ListPosition, findPosition } from './list-positions';
import type { SessionPages } from './session-pages';

const SAVE_DELAY_MS = 150;

/**
 * Shows a list at the position where this tab left it, else at its top, and remembers the position while it is shown.
 * @param onOpen Called while rendering, once for each list that is shown, with the position that was remembered.
 */
export function useScrollMemory(
  { total, shown }: Pick<SessionPages, 'total' | 'shown'>,
  scroller: RefObject<HTMLDivElement | null>,
  { index, id }: ListCursor,
  onOpen: (place: ListPosition | undefined) => void,
): void {
  const [opened, setOpened] = useState<string>();
  if (total !== undefined && opened !== shown) {
    setOpened(shown);
    onOpen(findPosition(shown));
  }
  // Reading and setting scrollTop both force a layout at once, so the known value is kept.
  const scrolled = useRef<{ list: HTMLDivElement | null; top: number }>({ list: null, top: 0 });
  useLayoutEffect(() => {
    const list = scroller.current;
    if (opened === undefined || list === null) return;
    const top = findPosition(opened)?.top ?? 0;
    const known = scrolled.current.list === list ? scrolled.current.top : 0;
    if (top !== known) list.scrollTo({ top });
    scrolled.current = { list, top };
  }, [opened, scroller]);
  useEffect(() => {
    const list = scroller.current;
    if (list === null || opened === undefined) return;
    const save = (): void => savePosition(opened, { index, id, top: list.scrollTop });
    let timer = setTimeout(save, SAVE_DELAY_MS);
    const onScroll = (): void => {
      scrolled.current = { list, top: list.scrollTop };
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    };
    list.addEventListener('scroll', onScroll);
    return () => {
      clearTimeout(timer);
      list.removeEventListener('scroll', onScroll);
    };
  }, [opened, index, id, total, scroller]);
}
