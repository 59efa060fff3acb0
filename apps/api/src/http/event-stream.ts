import type { MessageEvent } from '@nestjs/common';
import { connect, endWith, ignoreElements, interval, map, merge, type Observable, takeUntil } from 'rxjs';

/** Shorter than the idle limit of common proxies (60 s). */
const HEARTBEAT_MS = 20_000;

/**
 * The events of a stream, with a comment line (`: heartbeat`) every 20 seconds while there are none: proxies keep the
 * connection, and writing to a client that is gone without a word ends it. Completes with the events.
 */
export function withHeartbeat(events: Observable<MessageEvent>): Observable<MessageEvent> {
  return events.pipe(
    // Both have subscribed before the first event, which may come at once.
    connect((shared) => {
      const ended = shared.pipe(ignoreElements(), endWith(true));
      const heartbeat = interval(HEARTBEAT_MS).pipe(
        map((): MessageEvent => ({ comment: 'heartbeat' })),
        takeUntil(ended),
      );
      return merge(heartbeat, shared);
    }),
  );
}
