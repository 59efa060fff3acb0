import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from './domain/audit-event';

const acting = new AsyncLocalStorage<Actor>();

const NOBODY = { userId: null, username: null, keyPrefix: null };

/** A person on the command line of the server. */
export const COMMAND_LINE: Actor = { kind: 'command_line', ...NOBODY };

/** The server, by the clock. */
export const SERVER: Actor = { kind: 'server', ...NOBODY };

/** A person who sends a request without a credential, such as a login. */
export const UNKNOWN_PERSON: Actor = { kind: 'unknown', ...NOBODY };

/** Runs `work` for `actor`: every act that it records is theirs. */
export function actAs<Result>(actor: Actor, work: () => Result): Result {
  return acting.run(actor, work);
}

/** Undefined outside of {@link actAs}: jobs, schedules. */
export function currentActor(): Actor | undefined {
  return acting.getStore();
}
