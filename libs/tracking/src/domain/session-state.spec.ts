import fc from 'fast-check';
import { moveSession, type SessionMove, type SessionState } from './session-state';

const OPEN: SessionState = { status: 'open', deleted: false };
const CLOSED: SessionState = { status: 'closed', deleted: false };
const DELETED_OPEN: SessionState = { status: 'open', deleted: true };
const DELETED_CLOSED: SessionState = { status: 'closed', deleted: true };

const MOVES: SessionMove[] = ['close', 'reopen', 'delete', 'restore'];
const states = fc.constantFrom(OPEN, CLOSED, DELETED_OPEN, DELETED_CLOSED);

describe('moveSession', () => {
  it.each<[SessionState, SessionMove, SessionState | string, boolean]>([
    [OPEN, 'close', CLOSED, false],
    [OPEN, 'reopen', 'not_closed', false],
    [OPEN, 'delete', DELETED_OPEN, false],
    [OPEN, 'restore', 'not_deleted', false],
    [CLOSED, 'close', 'already_closed', false],
    [CLOSED, 'reopen', OPEN, true],
    [CLOSED, 'delete', DELETED_CLOSED, false],
    [CLOSED, 'restore', 'not_deleted', false],
    [DELETED_OPEN, 'close', 'not_found', false],
    [DELETED_OPEN, 'reopen', 'not_found', false],
    [DELETED_OPEN, 'delete', 'not_found', false],
    [DELETED_OPEN, 'restore', OPEN, true],
    [DELETED_CLOSED, 'close', 'not_found', false],
    [DELETED_CLOSED, 'reopen', 'not_found', false],
    [DELETED_CLOSED, 'delete', 'not_found', false],
    [DELETED_CLOSED, 'restore', CLOSED, false],
  ])('%j %s gives %j', (from, move, expected, takesCode) => {
    const outcome = moveSession(from, move);
    if (typeof expected === 'string') {
      expect(outcome.refused?.code).toBe(expected);
      expect(outcome.refused?.kind).toBe(expected === 'not_found' ? 'not_found' : 'invalid');
    } else {
      expect(outcome).toEqual({ to: expected, takesCode });
    }
  });

  it('takes the code exactly if a session becomes open and live that was not', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(...MOVES), (from, move) => {
        const outcome = moveSession(from, move);
        if (outcome.refused !== undefined) return;
        const holds = (state: SessionState): boolean => state.status === 'open' && !state.deleted;
        expect(outcome.takesCode).toBe(holds(outcome.to) && !holds(from));
      }),
    );
  });

  it('is reversible: a move that was made has one that leads back', () => {
    const back = { close: 'reopen', reopen: 'close', delete: 'restore', restore: 'delete' } as const;
    fc.assert(
      fc.property(states, fc.constantFrom(...MOVES), (from, move) => {
        const outcome = moveSession(from, move);
        if (outcome.refused !== undefined) return;
        const returned = moveSession(outcome.to, back[move]);
        expect(returned).toMatchObject({ to: from });
      }),
    );
  });
});
