import { useState } from 'react';

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
