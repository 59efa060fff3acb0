import { useShortcuts } from '../../keys/shortcuts';
import { useMessages } from '../../i18n/messages';
import { todayMessages } from './today-messages';
import type { CloseChoice } from './use-close-choice';
import type { TargetChoice } from './use-record-target';
import type { WorkCursor } from './use-work-cursor';

/** The keys of the page. */
export function useTodayShortcuts({
  title,
  cursor,
  choice,
  closing,
  onSave,
  onPriority,
}: {
  title: string;
  cursor: WorkCursor;
  choice: TargetChoice;
  /** Undefined if no rule proposes to close the session. */
  closing: CloseChoice | undefined;
  onSave: () => void;
  onPriority: (delta: 1 | -1) => void;
}): void {
  const t = useMessages(todayMessages);
  const { previous, next, move } = choice;
  useShortcuts(title, [
    { keys: ['j', 'ArrowDown'], does: t.next, run: () => cursor.step(1) },
    { keys: ['k', 'ArrowUp'], does: t.previous, run: () => cursor.step(-1) },
    { keys: ['o'], does: t.openKey, run: () => cursor.open(cursor.row) },
    { keys: ['e'], does: t.edit, run: () => cursor.focus('form') },
    { keys: ['['], does: t.previousPeriod, run: () => previous !== undefined && move(previous) },
    { keys: [']'], does: t.nextPeriod, run: () => next !== undefined && move(next) },
    ...(closing !== undefined
      ? [
          { keys: ['Mod+Enter', 'c'], does: t.closeNow, run: closing.closeNext, inFields: true },
          { keys: ['x'], does: t.keep, run: closing.keepNext },
        ]
      : [
          { keys: ['Mod+Enter'], does: t.saveNextKey, run: onSave, inFields: true },
          { keys: ['+', '='], does: t.priorityUp, run: () => onPriority(1) },
          { keys: ['-'], does: t.priorityDown, run: () => onPriority(-1) },
        ]),
  ]);
}
