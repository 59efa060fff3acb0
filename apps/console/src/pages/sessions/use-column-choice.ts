import { useMemo } from 'react';
import { usePreferences } from '../../preferences/preferences';
import { useUserState } from './stored-state';
import { SESSION_COLUMNS, type SessionColumn } from './session-columns';

const DEFAULT_COLUMNS = SESSION_COLUMNS.filter(({ first }) => first === true).map(({ key }) => key);

const readColumns = (stored: unknown): string[] | undefined =>
  Array.isArray(stored) ? stored.filter((key): key is string => typeof key === 'string') : undefined;

/** The columns of the list that are shown, which the server stores. */
export interface ColumnChoice {
  readonly keys: readonly string[];
  readonly setKeys: (keys: readonly string[]) => void;
  /** With the widths of the language. */
  readonly columns: readonly SessionColumn[];
}

export function useColumnChoice(): ColumnChoice {
  const { language } = usePreferences();
  const [keys, setKeys] = useUserState<readonly string[]>('columns', readColumns, DEFAULT_COLUMNS);
  const columns = useMemo(
    () =>
      SESSION_COLUMNS.filter(({ key }) => keys.includes(key)).map((column) =>
        language === 'en' ? { ...column, width: column.widthInEnglish ?? column.width } : column,
      ),
    [keys, language],
  );
  return { keys, setKeys, columns };
}
