import type { MessageEvent } from '@nestjs/common';
import { endWith, filter, ignoreElements, interval, map, merge, type Observable, share, takeUntil } from 'rxjs';

/** Shorter than the idle limit of common proxies (60 s). */
const HEARTBEAT_MS = 20_000;

/**
 * The events of a stream, with a comment line (`: heartbeat`) every 20 seconds while there are none: proxies keep the
 * connection, and writing to a client that is gone without a word ends it. Completes with the events.
 */
export function withHeartbeat(events: Observable<MessageEvent>): Observable<MessageEvent> {
  const shared = events.pipe(share());
  const ended = shared.pipe(ignoreElements(), endWith(true), filter(Boolean));
  const heartbeat = interval(HEARTBEAT_MS).pipe(
    map((): MessageEvent => ({ comment: 'heartbeat' })),
    takeUntil(ended),
  );
  return merge(heartbeat, shared);
}
