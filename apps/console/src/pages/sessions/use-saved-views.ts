import { useUserState } from './stored-state';
import { readSavedViews, type SavedView, withView } from './saved-views';
import { useFirstViews } from './views-bar';

/** The views of the list: those that everybody has, then the user's own, which the server stores. */
export interface SavedViews {
  readonly all: readonly SavedView[];
  /** The index in `all` from which on they are the user's own. */
  readonly firstOwn: number;
  readonly save: (view: SavedView) => void;
  readonly remove: (name: string) => void;
}

export function useSavedViews(): SavedViews {
  const first = useFirstViews();
  const [own, setOwn] = useUserState<readonly SavedView[]>('views', readSavedViews, []);
  return {
    all: [...first, ...own],
    firstOwn: first.length,
    save: (view) => setOwn(withView(own, view)),
    remove: (name) => setOwn(own.filter((view) => view.name !== name)),
  };
}
