import { useMemo } from 'react';
import { usePreferences } from '../../preferences/preferences';
import { type ColumnPlace, placeColumns, storePlaces } from './column-places';
import { useUserState } from './stored-state';
import { SESSION_COLUMNS, type SessionColumn } from './session-columns';

const DEFAULT_COLUMNS = storePlaces(placeColumns(undefined, SESSION_COLUMNS));

const readColumns = (stored: unknown): string[] | undefined =>
  Array.isArray(stored) ? stored.filter((key): key is string => typeof key === 'string') : undefined;

/** The columns of the list: their order, and which of them are shown. The server stores the choice. */
export interface ColumnChoice {
  /** All of them. */
  readonly places: readonly ColumnPlace[];
  readonly setPlaces: (places: readonly ColumnPlace[]) => void;
  /** Those that are shown, with the widths of the language. */
  readonly columns: readonly SessionColumn[];
}

export function useColumnChoice(): ColumnChoice {
  const { language } = usePreferences();
  const [chosen, setChosen] = useUserState<readonly string[]>('columns', readColumns, DEFAULT_COLUMNS);
  const places = useMemo(() => placeColumns(chosen, SESSION_COLUMNS), [chosen]);
  const columns = useMemo(
    () =>
      places
        .filter(({ shown }) => shown)
        .flatMap(({ key }) => SESSION_COLUMNS.find((column) => column.key === key) ?? [])
        .map((column) => (language === 'en' ? { ...column, width: column.widthInEnglish ?? column.width } : column)),
    [places, language],
  );
  return { places, setPlaces: (next) => setChosen(storePlaces(next)), columns };
}
