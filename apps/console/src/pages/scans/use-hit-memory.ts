import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { findHitPlace, type HitPlace, saveHitPlace } from './hit-places';

const START: HitPlace = { ticked: [], cursor: null, room: 0, top: 0 };

export interface HitMemory {
  /** Where this tab left the hits. */
  readonly found: HitPlace;
  readonly remember: (part: Partial<HitPlace>) => void;
}

/**
 * Shows the hits of a scan at the position where this tab left them, and remembers the position while they are shown.
 * @param shown Whether the hits are on the page.
 */
export function useHitMemory(scanId: number, shown: boolean): HitMemory {
  const [found] = useState(() => findHitPlace(scanId) ?? START);
  const place = useRef(found);
  const remember = useCallback(
    (part: Partial<HitPlace>): void => {
      place.current = { ...place.current, ...part };
      saveHitPlace(scanId, place.current);
    },
    [scanId],
  );
  useLayoutEffect(() => {
    if (shown && found.top > 0) findScroller()?.scrollTo({ top: found.top });
  }, [shown, found]);
  useEffect(() => {
    const scroller = findScroller();
    if (!shown || scroller === null) return;
    const onScroll = (): void => {
      place.current = { ...place.current, top: scroller.scrollTop };
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    const keep = (): void => saveHitPlace(scanId, place.current);
    window.addEventListener('pagehide', keep);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [shown, scanId]);
  return { found, remember };
}

/** What scrolls is the page's content. */
function findScroller(): HTMLElement | null {
  return document.getElementById('content');
}
