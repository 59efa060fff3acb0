import { useCallback, useSyncExternalStore } from 'react';
import { useUser } from '../api/console-state';

const PREFIX = 'stock-cycle:draft:';

const kept = new Map<string, unknown>();
const listeners = new Set<() => void>();

/**
 * Like `useState`, for what somebody has typed and not saved yet: it is there again after the page was left, and after a reload of
 * the tab. Kept by user, in this tab alone; nothing is kept of what is as at `first`. Values are JSON.
 *
 * ```ts
 * const [reasons, setReasons] = useKeptState('today.reasons', NO_REASONS);
 * ```
 *
 * @param first Must be the same object at each call.
 */
export function useDraftState<Value>(
  name: string,
  first: Value,
): readonly [Value, (change: Value | ((before: Value) => Value)) => void] {
  const { id } = useUser();
  const key = `${PREFIX}${id}:${name}`;
  const value = useSyncExternalStore(subscribe, () => read<Value>(key)) ?? first;
  const set = useCallback(
    (change: Value | ((before: Value) => Value)) => {
      const next = change instanceof Function ? change(read<Value>(key) ?? first) : change;
      write(key, JSON.stringify(next) === JSON.stringify(first) ? undefined : next);
    },
    [key, first],
  );
  return [value, set];
}

/** The name under which the reason for closing a session is kept, whichever page it is typed on. */
export function getEndReasonName(sessionId: number): string {
  return `session.${sessionId}.end-reason`;
}

/** Renames what is kept; if something is stored under `to` already, nothing moves. */
export function useMoveDraft(): (from: string, to: string) => void {
  const { id } = useUser();
  return (from, to) => {
    const [fromKey, toKey] = [`${PREFIX}${id}:${from}`, `${PREFIX}${id}:${to}`];
    if (read(toKey) !== undefined) return;
    write(toKey, read(fromKey));
    write(fromKey, undefined);
  };
}

function read<Value>(key: string): Value | undefined {
  if (!kept.has(key)) kept.set(key, stored(key));
  return kept.get(key) as Value | undefined;
}

function stored(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  kept.set(key, value);
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still has it until the page is loaded again.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
