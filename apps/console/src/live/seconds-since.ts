import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/** Whole seconds since an instant, counted on. */
export function useSecondsSince(instant: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - instant) / SECOND_MS));
}
