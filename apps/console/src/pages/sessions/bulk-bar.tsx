import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Phase, PHASES, usePhaseNames } from '../../parts/phases';
import { Progress } from '../../parts/progress';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { CopyRows } from './copy-rows';
import type { SessionActions } from './session-actions';
import type { SessionColumn } from './session-columns';
import type { SessionRow } from './session-pages';
import { toName, type SessionWrites } from './session-writes';
import { sessionsMessages } from './sessions-messages';
import styles from './sessions.module.css';
import { MAX_TICKED, type SessionSelection } from './use-session-selection';

/** Asks for the values that an action needs. */
type OnAsk = (question: 'review' | 'priority' | 'close', rows: readonly SessionRow[]) => void;

/** The actions on the ticked sessions, each with one undo; the progress of one; and the sessions that it failed for. */
export function BulkBar({
  selection,
  total,
  actions,
  writes,
  columns,
  onAsk,
}: {
  selection: SessionSelection;
  /** Of the filter. */
  total: number;
  actions: SessionActions;
  writes: SessionWrites;
  /** Those that are shown: what is copied has them. */
  columns: readonly SessionColumn[];
  onAsk: OnAsk;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const formats = useFormats();
  const rows = selection.tickedRows();
  return (
    <>
      <UndoneRows writes={writes} />
      {writes.progress !== undefined && (
        <div className={styles.bulk}>
          <Progress label={t.working} {...writes.progress} />
        </div>
      )}
      {rows.length > 0 && writes.progress === undefined && (
        <div className={styles.bulk} role="group" aria-label={t.ticked(formats.count(rows.length))}>
          <strong className="figure">{t.ticked(formats.count(rows.length))}</strong>
          <TickWholeList ticked={rows.length} total={total} onTick={() => void selection.tickWholeList()} />
          <BulkActions rows={rows} actions={actions} onAsk={onAsk} />
          <CopyRows rows={rows} columns={columns} />
          <Button size="compact-xs" variant="subtle" onClick={selection.untickAll}>
            {t.untick}
          </Button>
        </div>
      )}
    </>
  );
}

/** The sessions that the last action on many failed for, and why. */
function UndoneRows({ writes: { undone, dismiss } }: { writes: SessionWrites }): ReactNode {
  const t = useMessages(sessionsMessages);
  if (undone.length === 0) return null;
  return (
    <div className={styles.undone} role="alert">
      <strong>⚠ {t.someFailed(undone.length)}</strong>{' '}
      <Button size="compact-xs" variant="subtle" onClick={dismiss}>
        {t.dismiss}
      </Button>
      <ul>
        {undone.map(({ row, why }) => (
          <li key={row.id}>
            {toName(row)}: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}

function TickWholeList({ ticked, total, onTick }: { ticked: number; total: number; onTick: () => void }): ReactNode {
  const t = useMessages(sessionsMessages);
  const formats = useFormats();
  if (ticked < Math.min(total, MAX_TICKED)) {
    return (
      <Button size="compact-xs" variant="subtle" onClick={onTick}>
        {t.tickWhole(formats.count(Math.min(total, MAX_TICKED)))}
      </Button>
    );
  }
  return total > MAX_TICKED && <span className={styles.quiet}>{t.tickCapped(formats.count(MAX_TICKED))}</span>;
}

function BulkActions({
  rows,
  actions,
  onAsk,
}: {
  rows: readonly SessionRow[];
  actions: SessionActions;
  onAsk: OnAsk;
}): ReactNode {
  const t = useMessages(sessionsMessages);
  const deleted = rows.filter((row) => (row.deletedAt ?? null) !== null);
  const live = rows.filter((row) => !deleted.includes(row));
  const open = live.filter(({ status }) => status === 'open');
  const closed = live.filter(({ status }) => status === 'closed');
  return (
    <>
      {live.length > 0 && (
        <>
          <ActionButton label={t.reviewLater(7)} onAct={() => actions.reviewLater(live, 7)} />
          <ActionButton label={t.setReview} onAct={() => onAsk('review', live)} />
          <ActionButton label={t.priorityUp} onAct={() => actions.priorityBy(live, 1)} />
          <ActionButton label={t.priorityDown} onAct={() => actions.priorityBy(live, -1)} />
          <ActionButton label={t.setPriority} onAct={() => onAsk('priority', live)} />
          <PhaseMenu onPhase={(phase) => actions.setPhase(live, phase)} />
        </>
      )}
      {open.length > 0 && <ActionButton label={t.close} onAct={() => onAsk('close', open)} />}
      {closed.length > 0 && <ActionButton label={t.reopen} onAct={() => actions.reopen(closed)} />}
      {live.length > 0 && <ActionButton label={t.delete} onAct={() => actions.remove(live)} />}
      {deleted.length > 0 && <ActionButton label={t.restore} onAct={() => actions.restore(deleted)} />}
    </>
  );
}

function ActionButton({ label, onAct }: { label: string; onAct: () => void }): ReactNode {
  return (
    <Button size="compact-xs" variant="default" onClick={onAct}>
      {label}
    </Button>
  );
}

function PhaseMenu({ onPhase }: { onPhase: (phase: Phase | null) => void }): ReactNode {
  const t = useMessages(sessionsMessages);
  const phases = usePhaseNames();
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button size="compact-xs" variant="default">
          {t.setPhase}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {PHASES.map((phase) => (
          <Menu.Item key={phase} onClick={() => onPhase(phase)}>
            {phases[phase]}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onPhase(null)}>{t.noPhase}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
