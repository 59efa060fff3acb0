export const SESSION_STATUSES = ['open', 'closed'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Where a session stands. A deleted one keeps its status: a restore brings it back open or closed, as it was. */
export interface SessionState {
  readonly status: SessionStatus;
  readonly deleted: boolean;
}

export type SessionMove = 'close' | 'reopen' | 'delete' | 'restore';

export interface RefusedMove {
  readonly kind: 'invalid' | 'not_found';
  readonly code: 'already_closed' | 'not_closed' | 'not_deleted' | 'not_found';
  readonly message: string;
}

export type MoveOutcome =
  /** `takesCode`: the session becomes its code's open one, which the database allows to one session only (else 409). */
  | { readonly to: SessionState; readonly takesCode: boolean; readonly refused?: undefined }
  | { readonly refused: RefusedMove };

const NOT_FOUND: RefusedMove = { kind: 'not_found', code: 'not_found', message: 'the session does not exist' };

/** What a move does to a session, or why it can't be made. A deleted session is as good as missing, but for its restore. */
export function moveSession(from: SessionState, move: SessionMove): MoveOutcome {
  if (move === 'restore') {
    return from.deleted
      ? { to: { status: from.status, deleted: false }, takesCode: from.status === 'open' }
      : refuse('not_deleted', 'the session is not deleted');
  }
  if (from.deleted) return { refused: NOT_FOUND };
  switch (move) {
    case 'close':
      return from.status === 'open'
        ? { to: { status: 'closed', deleted: false }, takesCode: false }
        : refuse('already_closed', 'the session is closed already');
    case 'reopen':
      return from.status === 'closed'
        ? { to: { status: 'open', deleted: false }, takesCode: true }
        : refuse('not_closed', 'the session is open: only a closed one can be reopened');
    case 'delete':
      return { to: { status: from.status, deleted: true }, takesCode: false };
  }
}

function refuse(code: RefusedMove['code'], message: string): MoveOutcome {
  return { refused: { kind: 'invalid', code, message } };
}
