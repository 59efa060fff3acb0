import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { PHASES, usePhaseNames } from '../../parts/phases';
import { Progress } from '../../parts/progress';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import type { SessionDeeds } from './session-deeds';
import type { SessionRow } from './session-pages';
import { nameOf, type SessionWrites } from './session-writes';
import { sessionsWords } from './sessions-words';
import styles from './sessions.module.css';

/** So many at most can be ticked at once. */
export const MOST_TICKED = 1000;

/** What can be done with the ticked sessions, all in one undo; how far it is; and what was not done. */
export function BulkBar({
  rows,
  total,
  onTickWhole,
  onUntick,
  deeds,
  writes,
  onAsk,
}: {
  rows: readonly SessionRow[];
  /** Of the filter. */
  total: number;
  onTickWhole: () => void;
  onUntick: () => void;
  deeds: SessionDeeds;
  writes: SessionWrites;
  /** Asks for what a deed needs to know. */
  onAsk: (question: 'review' | 'priority' | 'close', rows: readonly SessionRow[]) => void;
}): ReactNode {
  const say = useWords(sessionsWords);
  const formats = useFormats();
  const phases = usePhaseNames();
  const deleted = rows.filter((row) => (row.deletedAt ?? null) !== null);
  const live = rows.filter((row) => !deleted.includes(row));
  const open = live.filter(({ status }) => status === 'open');
  const closed = live.filter(({ status }) => status === 'closed');
  return (
    <>
      {writes.undone.length > 0 && (
        <div className={styles.undone} role="alert">
          <strong>⚠ {say.someFailed(writes.undone.length)}</strong>{' '}
          <Button size="compact-xs" variant="subtle" onClick={writes.dismiss}>
            {say.dismiss}
          </Button>
          <ul>
            {writes.undone.map(({ row, why }) => (
              <li key={row.id}>
                {nameOf(row)}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      {writes.progress !== undefined && (
        <div className={styles.bulk}>
          <Progress label={say.working} {...writes.progress} />
        </div>
      )}
      {rows.length > 0 && writes.progress === undefined && (
        <div className={styles.bulk} role="group" aria-label={say.ticked(formats.count(rows.length))}>
          <strong className="figure">{say.ticked(formats.count(rows.length))}</strong>
          {rows.length < Math.min(total, MOST_TICKED) && (
            <Button size="compact-xs" variant="subtle" onClick={onTickWhole}>
              {say.tickWhole(formats.count(Math.min(total, MOST_TICKED)))}
            </Button>
          )}
          {total > MOST_TICKED && rows.length >= MOST_TICKED && (
            <span className={styles.quiet}>{say.tickCapped(formats.count(MOST_TICKED))}</span>
          )}
          {live.length > 0 && (
            <>
              <Button size="compact-xs" variant="default" onClick={() => deeds.reviewLater(live, 7)}>
                {say.reviewLater(7)}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => onAsk('review', live)}>
                {say.setReview}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => deeds.priorityBy(live, 1)}>
                {say.priorityUp}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => deeds.priorityBy(live, -1)}>
                {say.priorityDown}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => onAsk('priority', live)}>
                {say.setPriority}
              </Button>
              <Menu position="top-start">
                <Menu.Target>
                  <Button size="compact-xs" variant="default">
                    {say.setPhase}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {PHASES.map((phase) => (
                    <Menu.Item key={phase} onClick={() => deeds.setPhase(live, phase)}>
                      {phases[phase]}
                    </Menu.Item>
                  ))}
                  <Menu.Item onClick={() => deeds.setPhase(live, null)}>{say.noPhase}</Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </>
          )}
          {open.length > 0 && (
            <Button size="compact-xs" variant="default" onClick={() => onAsk('close', open)}>
              {say.close}
            </Button>
          )}
          {closed.length > 0 && (
            <Button size="compact-xs" variant="default" onClick={() => deeds.reopen(closed)}>
              {say.reopen}
            </Button>
          )}
          {live.length > 0 && (
            <Button size="compact-xs" variant="default" onClick={() => deeds.remove(live)}>
              {say.delete}
            </Button>
          )}
          {deleted.length > 0 && (
            <Button size="compact-xs" variant="default" onClick={() => deeds.restore(deleted)}>
              {say.restore}
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" onClick={onUntick}>
            {say.untick}
          </Button>
        </div>
      )}
    </>
  );
}
