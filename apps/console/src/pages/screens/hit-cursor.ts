import { useState } from 'react';
import { useLocation } from 'wouter';
import { useMessages } from '../../i18n/messages';
import { useShortcuts } from '../../keys/shortcuts';
import { hrefOf, type HitRow, isHit } from './hit-rows';
import { screensMessages } from './screens-messages';

interface HitCursor {
  readonly cursor: string | undefined;
  readonly setCursor: (code: string) => void;
  readonly ticked: ReadonlySet<string>;
  readonly setTicked: (codes: ReadonlySet<string>) => void;
  readonly tick: (code: string) => void;
  /** Opens the sessions of the ticked hits. */
  readonly openTicked: () => void;
}

/**
 * The row that the keys move, open and tick, and the ticked ones.
 * @param open Opens sessions; says whether that worked.
 */
export function useHitCursor(rows: readonly HitRow[], open: (codes: readonly string[]) => Promise<boolean>): HitCursor {
  const t = useMessages(screensMessages);
  const [, navigate] = useLocation();
  const [cursor, setCursor] = useState<string | undefined>();
  const [chosen, setTicked] = useState<ReadonlySet<string>>(new Set());
  // Of an earlier run some may be no hits any more.
  const ticked = new Set(rows.filter((row) => isHit(row) && chosen.has(row.code)).map(({ code }) => code));
  const current = rows.find(({ code }) => code === cursor);
  const tick = (code: string): void => {
    const next = new Set(ticked);
    if (!next.delete(code)) next.add(code);
    setTicked(next);
  };
  const move = (by: 1 | -1): void => {
    const at = rows.findIndex(({ code }) => code === cursor);
    setCursor(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.code);
  };
  const openTicked = (): void => {
    if (ticked.size === 0) return;
    void open([...ticked]).then((done) => {
      if (done) setTicked(new Set());
    });
  };
  useShortcuts(t.hits, [
    { keys: ['j', 'ArrowDown'], does: t.keyNext, run: () => move(1) },
    { keys: ['k', 'ArrowUp'], does: t.keyPrevious, run: () => move(-1) },
    { keys: ['Enter'], does: t.keyOpen, run: () => current !== undefined && navigate(hrefOf(current)) },
    { keys: ['x'], does: t.keyTick, run: () => current !== undefined && isHit(current) && tick(current.code) },
    { keys: ['o'], does: t.keyOpenSessions, run: openTicked },
  ]);
  return { cursor, setCursor, ticked, setTicked, tick, openTicked };
}
