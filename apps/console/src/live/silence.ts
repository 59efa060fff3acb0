import { useSyncExternalStore } from 'react';
import { api } from '../api/client';

const SILENT_MS = 8000;
const LOOK_MS = 1000;

/** When each request left that has no response yet. */
const waiting = new Map<string, number>();
const listeners = new Set<() => void>();
let heardAt = 0;
let since: number | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

/** Since when the server has not answered anything that was asked of it, if that is 8 seconds or more; else null. */
export function useSilence(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => since,
  );
}

/** Watches every request of the client; called once, when the console starts. */
export function watchSilence(): void {
  const heard = (id: string, answered: boolean): void => {
    waiting.delete(id);
    if (answered) heardAt = Date.now();
    look();
  };
  api.use({
    onRequest: ({ id }) => {
      waiting.set(id, Date.now());
      timer ??= setInterval(look, LOOK_MS);
    },
    onResponse: ({ id }) => heard(id, true),
    onError: ({ id }) => heard(id, false),
  });
}

function look(): void {
  const from = Math.max(heardAt, Math.min(...waiting.values()));
  const silent = waiting.size > 0 && Date.now() - from >= SILENT_MS ? from : null;
  if (waiting.size === 0) {
    clearInterval(timer);
    timer = undefined;
  }
  if (silent === since) return;
  since = silent;
  for (const listener of listeners) listener();
}
