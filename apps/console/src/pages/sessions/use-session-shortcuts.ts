import { useShortcuts } from '../../keys/shortcuts';
import { useMessages } from '../../i18n/messages';
import type { ActionRequest } from './action-dialog';
import type { SavedView } from './saved-views';
import type { SessionActions } from './session-actions';
import type { SessionRow } from './session-pages';
import { sessionsMessages } from './sessions-messages';
import type { SessionSelection } from './use-session-selection';

const PAGE_STEP = 20;
/** So many views have a digit of their own, after `g`: digits alone begin a code. */
const VIEW_KEYS = 9;

/** The keys of the list of sessions. */
export function useSessionShortcuts({
  cursor,
  total,
  selection,
  actions,
  views,
  onAsk,
  onPreview,
  onSort,
  onFilter,
  onNew,
  onView,
}: {
  cursor: number;
  total: number | undefined;
  selection: SessionSelection;
  actions: SessionActions;
  views: readonly SavedView[];
  onAsk: (asks: ActionRequest['asks'], rows: readonly SessionRow[]) => void;
  onPreview: () => void;
  onSort: () => void;
  onFilter: () => void;
  onNew: () => void;
  onView: (view: SavedView) => void;
}): void {
  const t = useMessages(sessionsMessages);
  const { ticks, targetRows, untickAll, moveBy, extendBy } = selection;
  const openRows = (): SessionRow[] => targetRows().filter(({ status }) => status === 'open');
  useShortcuts(t.title, [
    { keys: ['j', 'ArrowDown'], does: t.keyMove, run: () => moveBy(1) },
    { keys: ['k', 'ArrowUp'], does: t.keyMove, run: () => moveBy(-1) },
    { keys: ['PageDown'], does: t.keyMove, run: () => moveBy(PAGE_STEP) },
    { keys: ['PageUp'], does: t.keyMove, run: () => moveBy(-PAGE_STEP) },
    { keys: ['Home'], does: t.keyMove, run: () => moveBy(-cursor) },
    { keys: ['End'], does: t.keyMove, run: () => moveBy(total ?? 0) },
    // The grid itself handles these two, so that buttons can use them too; they are here for the list of keys.
    { keys: ['↵'], does: t.keyOpen, run: () => undefined },
    { keys: [t.keySpace], does: t.keyTick, run: () => undefined },
    ...(ticks.size > 0 ? [{ keys: ['Escape'], does: t.untick, run: untickAll }] : []),
    { keys: ['Shift+ArrowDown', 'J'], does: t.keyRange, run: () => extendBy(1) },
    { keys: ['Shift+ArrowUp', 'K'], does: t.keyRange, run: () => extendBy(-1) },
    { keys: ['+', '='], does: t.keyPriority, run: () => actions.priorityBy(targetRows(), 1) },
    { keys: ['-', '−'], does: t.keyPriority, run: () => actions.priorityBy(targetRows(), -1) },
    { keys: ['r'], does: t.keyReview, run: () => onAsk('review', targetRows()) },
    { keys: ['c'], does: t.keyClose, run: () => onAsk('close', openRows()) },
    { keys: ['#'], does: t.keyDelete, run: () => actions.remove(targetRows()) },
    { keys: ['p'], does: t.keyPreview, run: onPreview },
    { keys: ['o'], does: t.keySort, run: onSort },
    { keys: ['f'], does: t.keyFilter, run: onFilter },
    { keys: ['n'], does: t.keyNew, run: onNew },
    ...views.slice(0, VIEW_KEYS).map((view, index) => ({
      keys: [`g ${index + 1}`],
      does: `${t.keyView} ${view.name}`,
      run: () => onView(view),
    })),
  ]);
}
