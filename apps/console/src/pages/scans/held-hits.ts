import { type RefCallback, useCallback, useState } from 'react';
import type { Hit } from './hit-list';

export interface HeldHits {
  /** What may be shown. */
  readonly hits: readonly Hit[];
  /** How many have come since, and wait. */
  readonly waiting: number;
  readonly show: () => void;
  /** Of what stands above the list: who has scrolled past it reads. */
  readonly watchTop: RefCallback<Element>;
}

const NONE: readonly Hit[] = [];

/** Lets hits that arrive wait while somebody reads further down or has ticked some, so that nothing moves away under them. */
export function useHeldHits(arrived: readonly Hit[] = NONE, choosing: boolean): HeldHits {
  const [reading, setReading] = useState(false);
  /** Undefined: none have come yet; the first are shown whatever is ticked. */
  const [seen, setSeen] = useState<number>();
  const watchTop = useCallback((element: Element) => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry === undefined) return;
      setReading(!entry.isIntersecting && entry.boundingClientRect.top < (entry.rootBounds?.top ?? 0));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const held = reading || choosing;
  // What has been on the screen stays there.
  if ((!held || seen === undefined) && arrived.length > 0 && seen !== arrived.length) setSeen(arrived.length);
  const hits = held && seen !== undefined && seen < arrived.length ? arrived.slice(0, seen) : arrived;
  return { hits, waiting: arrived.length - hits.length, show: () => setSeen(arrived.length), watchTop };
}
