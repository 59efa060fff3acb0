import { Observable } from 'rxjs';
import type { Notifications } from './notifications';

/** A notification may be lost with its connection, so watchers look by themselves too, give or take a fifth. */
const WATCH_POLL_MS = 5000;

export interface WatchedRow<Row> {
  /** Carries the row's id when a transaction that changed it commits. */
  channel: string;
  id: number;
  /** The row as it was when somebody began to watch. */
  first: Row;
  read: () => Promise<Row>;
  hasEnded: (row: Row) => boolean;
}

/** A row now, then each time it changes, until it has ended. Completes after the last state. */
export function watchRow<Row>(notifications: Notifications, watched: WatchedRow<Row>): Observable<Row> {
  return new Observable<Row>((subscriber) => {
    let last = '';
    const show = (row: Row): void => {
      const text = JSON.stringify(row);
      if (text !== last) subscriber.next(row);
      last = text;
      if (watched.hasEnded(row)) subscriber.complete();
    };
    let reading = false;
    let again = false;
    const look = (): void => {
      if (reading) {
        again = true;
        return;
      }
      reading = true;
      again = false;
      watched
        .read()
        .then(show, (error: unknown) => subscriber.error(error))
        .finally(() => {
          reading = false;
          if (again && !subscriber.closed) look();
        });
    };
    const unsubscribe = notifications.subscribe(watched.channel, (payload) => {
      if (payload === String(watched.id)) look();
    });
    const timer = setInterval(look, WATCH_POLL_MS * (0.8 + 0.4 * Math.random()));
    show(watched.first);
    if (!subscriber.closed) look();
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  });
}
