import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** How an event stream stands. `since` is when it was lost. */
export type StreamState = { readonly kind: 'connected' } | { readonly kind: 'lost'; readonly since: number };

const CONNECTED: StreamState = { kind: 'connected' };
const RETRY_MS = 2000;

const lost = new Map<symbol, number>();
const listeners = new Set<() => void>();
let worst: StreamState = CONNECTED;

/** The worst state of all streams that are open, for the dot in the top bar. */
export function useStreamsState(): StreamState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => worst,
  );
}

export interface StreamOptions<Message> {
  /** Names of the events that say that it goes on. */
  readonly progress: readonly string[];
  /** Names of the events behind which nothing follows. */
  readonly ends: readonly string[];
  readonly onMessage: (message: Message, event: string) => void;
  /** The connection came back: what happened in between must be read again. */
  readonly onReturn?: () => void;
}

/**
 * Follows one of the server's event streams as long as `url` is given, and connects again when it breaks.
 *
 * ```ts
 * const state = useEventStream<Scan>(running ? `/api/stock-cycle/scans/${id}/events` : null, {
 *   progress: ['progress'], ends: ['completed', 'failed', 'cancelled'],
 *   onMessage: (scan) => queries.setQueryData(['scans', id], scan),
 * });
 * ```
 */
export function useEventStream<Message>(url: string | null, options: StreamOptions<Message>): StreamState {
  const [state, setState] = useState<StreamState>(CONNECTED);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    if (url === null) return;
    const key = Symbol(url);
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const show = (since: number | undefined): void => {
      note(key, since);
      setState(since === undefined ? CONNECTED : { kind: 'lost', since });
    };
    const connect = (): void => {
      source = new EventSource(url);
      const receive = (event: MessageEvent<string>): void => {
        ended = latest.current.ends.includes(event.type);
        if (ended) source?.close();
        latest.current.onMessage(JSON.parse(event.data) as Message, event.type);
      };
      for (const name of [...latest.current.progress, ...latest.current.ends]) source.addEventListener(name, receive);
      source.onopen = () => {
        if (!lost.has(key)) return;
        show(undefined);
        latest.current.onReturn?.();
      };
      source.onerror = () => {
        if (ended) return;
        // A response that is no stream, such as a 503, closes the source for good: the next try is ours.
        if (!lost.has(key)) show(Date.now());
        source?.close();
        timer = setTimeout(connect, RETRY_MS);
      };
    };
    connect();
    return () => {
      clearTimeout(timer);
      source?.close();
      show(undefined);
    };
  }, [url]);
  return state;
}

function note(key: symbol, since: number | undefined): void {
  if (since === undefined) lost.delete(key);
  else lost.set(key, since);
  const earliest = Math.min(...lost.values());
  worst = lost.size === 0 ? CONNECTED : { kind: 'lost', since: earliest };
  for (const listener of listeners) listener();
}
