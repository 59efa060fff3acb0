import { useMemo, useState } from 'react';
import { useUserSetting } from '../../api/user-settings';
import { useNotices } from '../../parts/undo';

const PREFIX = 'stock-cycle:sessions:';

/** What this browser keeps under a name; `fallback` if there is nothing, or nothing that `read` makes sense of. */
function readStored<Value>(name: string, read: (stored: unknown) => Value | undefined, fallback: Value): Value {
  try {
    return read(JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null')) ?? fallback;
  } catch {
    return fallback;
  }
}

/** State of the page that this browser keeps. */
export function useStoredState<Value>(
  name: string,
  read: (stored: unknown) => Value | undefined,
  fallback: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => readStored(name, read, fallback));
  const keep = (next: Value): void => {
    setValue(next);
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing still shows what was chosen until the page is left.
    }
  };
  return [value, keep];
}

/**
 * State of the page that the server keeps for all browsers of the user. What this browser kept before it did counts until
 * the user chooses again.
 */
export function useUserState<Value>(
  name: 'columns' | 'views',
  read: (stored: unknown) => Value | undefined,
  fallback: Value,
): [Value, (value: Value) => void] {
  const notices = useNotices();
  const [setting, keep] = useUserSetting(`session-${name}`);
  const [before] = useState(() => readStored(name, read, fallback));
  const value = useMemo(
    () => read((setting as { value?: unknown } | undefined)?.value) ?? before,
    [setting, read, before],
  );
  return [value, (next) => void keep({ value: next }).catch(notices.failed)];
}
