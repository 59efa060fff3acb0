import { type RefObject, useEffect, useState } from 'react';

const OVERSCAN = 10;

/** Which rows of a long list of equal rows are visible or nearly so: `from` up to, but not including, `to`. */
export function useRowWindow(
  frame: RefObject<HTMLElement | null>,
  { count, height }: { count: number; height: number },
): { from: number; to: number } {
  const [sight, setVisible] = useState({ top: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const look = (): void => setVisible({ top: element.scrollTop, height: element.clientHeight });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [frame]);
  const first = Math.floor(sight.top / height);
  const last = Math.ceil((sight.top + sight.height) / height);
  return { from: Math.max(0, Math.min(first, count) - OVERSCAN), to: Math.min(count, last + OVERSCAN) };
}
