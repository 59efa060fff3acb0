import { useSyncExternalStore } from 'react';
import type { Schemas } from './client';

type ConsoleState = Schemas['ConsoleStateResponse'];

let known: ConsoleState['user'] = null;
let ended = false;
const listeners = new Set<() => void>();

/**
 * What the pages see of the server's state: a login that ends under an open page leaves the page, with all that is typed on it,
 * to the user that it was opened by, until somebody signs in again.
 */
export function keepUser(state: ConsoleState): ConsoleState {
  if (state.user !== null) known = state.user;
  setEnded(state.user === null && known !== null);
  return { ...state, user: known };
}

/** The user ends the login on purpose: the next look at the server leads to the sign-in page. */
export function forgetUser(): void {
  known = null;
  setEnded(false);
}

/** Whether the login of the open page has ended. */
export function useLoginEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => ended,
  );
}

function setEnded(now: boolean): void {
  if (ended === now) return;
  ended = now;
  for (const listener of listeners) listener();
}
