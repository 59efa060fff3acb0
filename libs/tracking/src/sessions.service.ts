import { Injectable } from '@nestjs/common';
import { constraintOf, Database, type Transaction } from '#lib/database';
import { AppError, Clock } from '#lib/kernel';
import { todaysCode } from '#lib/market-data';
import { DEFAULT_PHASE } from './domain/session-fields';
import { moveSession, type SessionMove } from './domain/session-state';
import { type Entry, selectEndedByPerson } from './persistence/ended-sessions.query';
import {
  type NewSession,
  type OpenedSession,
  openSessionsInOrder,
  type SessionOrigin,
} from './persistence/open-sessions.query';
import { refreshInvalidation, refreshSessionMarket } from './persistence/session-market.query';
import { type SessionPage, type SessionPageQuery, selectSessionPage } from './persistence/session-page.query';
import {
  selectSession,
  SELECT_DETAIL,
  selectSessionDetail,
  type SessionDetail,
  type SessionDetailStatement,
  type VersionedSession,
} from './persistence/session-view.query';
import {
  findOpenSession,
  insertSession,
  type LockedSession,
  lockSession,
  markDeleted,
  ONE_OPEN_SESSION,
  selectOpenSessionIds,
  type SessionPatch,
  type SessionToCreate,
  unmarkDeleted,
  updateSession,
} from './persistence/session-write.query';
import { recordPhaseChange } from './persistence/session-facts.query';
import { sessionClosed } from './session-closed';
import { type VersionCheck, versionChanged } from './version-changed';

/** A fundamental score as a job has found it. */
interface FundamentalRating {
  score: number;
  note: string;
  /** Items that data decided, and that a model judged. */
  available: number;
  judged: number;
}

const MAX_ROUNDS = 5;
const DAY_MS = 86_400_000;

/** Tracking sessions: what may be opened and changed, and what readers see. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens sessions in the caller's transaction. Codes must be distinct; a code that has an open session keeps it.
   * @returns an entry for every code.
   */
  async openAll(
    tx: Transaction,
    sessions: readonly NewSession[],
    origin: SessionOrigin,
  ): Promise<Map<string, OpenedSession>> {
    const opened = await openSessionsInOrder(tx, sessions, origin);
    if (opened.size < sessions.length) throw contended();
    await refreshSessionMarket(
      tx,
      [...opened.values()].filter((one) => one.outcome === 'created').map((one) => one.sessionId),
    );
    return opened;
  }

  /**
   * The sessions of these entries that a person closed or deleted in the last `days` days, for codes without an open session.
   * @returns session id by code.
   */
  async endedByPerson(
    tx: Transaction,
    entries: readonly Entry[],
    { days, marketSource }: { days: number; marketSource: string },
  ): Promise<Map<string, number>> {
    const before = (now: Date): Date => new Date(now.getTime() - days * DAY_MS);
    return selectEndedByPerson(
      tx,
      entries,
      { closed: before(this.clock.now()), deleted: before(new Date()) },
      marketSource,
    );
  }

  list(query: SessionPageQuery): Promise<SessionPage> {
    return selectSessionPage(this.db.reads, query);
  }

  /** The id of the open session of each code that has one. */
  openSessionIds(codes: readonly string[]): Promise<Map<string, number>> {
    return selectOpenSessionIds(this.db.reads, codes);
  }

  /** @throws AppError `not_found` for an id that never existed or was deleted. */
  async get(id: number): Promise<SessionDetail> {
    return (await this.getWith(SELECT_DETAIL, id)).detail;
  }

  /** A detail with what another lib knows of the session. @throws AppError `not_found` as {@link get} does. */
  async getWith<Extra>(
    statement: SessionDetailStatement<Extra>,
    id: number,
  ): Promise<{ detail: SessionDetail; extra: Extra }> {
    const found = await selectSessionDetail(this.db, statement, id);
    if (found === undefined) throw notFound(id);
    return found;
  }

  /**
   * An old code opens the session under today's.
   * @throws AppError `open_session_exists` (409) where the code has an open session, which `details.sessionId` names.
   */
  create(session: SessionToCreate, userId: number): Promise<VersionedSession> {
    let { code } = session;
    return this.takingTheCode(
      () => code,
      async (tx) => {
        const now = this.clock.now();
        code = await todaysCode(tx, session.code);
        const id = await insertSession(tx, { ...session, code }, { defaultPhase: DEFAULT_PHASE, userId, now });
        await refreshSessionMarket(tx, [id]);
        return shownAgain(tx, id);
      },
    );
  }

  /**
   * Applies all of a patch, or nothing of it.
   * @throws AppError `not_found`, `version_changed` (412), `already_closed` or `not_closed` (400), `open_session_exists`.
   */
  update(id: number, patch: SessionPatch, isExpected: VersionCheck | undefined): Promise<VersionedSession> {
    if (isExpected === undefined && !needsLock(patch)) return this.updateFields(id, patch);
    let code = '';
    return this.takingTheCode(
      () => code,
      async (tx) => {
        const locked = await lockLive(tx, id);
        code = locked.code;
        if (isExpected !== undefined && !isExpected(locked.version))
          throw versionChanged(`session ${id}`, locked.version);
        if (patch.move !== undefined) checkMove(locked, patch.move);
        // Read under the lock: a record that was written before a close is older than the close.
        await updateSession(tx, id, patch, this.clock.now());
        if (patch.move === 'reopen' || patch.entryClosePrice !== undefined) await refreshSessionMarket(tx, [id]);
        const to = patch.currentPrimaryPhase;
        if (to !== undefined && to !== locked.phase) {
          await recordPhaseChange(tx, id, { from: locked.phase, to }, { by: 'person' });
        }
        return shownAgain(tx, id);
      },
    );
  }

  /**
   * Writes a fundamental score that a job has found, in the job's transaction; undefined writes nothing.
   * @returns the score that the session then has.
   * @throws AppError `not_found` or `session_closed` where the session went away or was closed meanwhile.
   */
  async rate(tx: Transaction, id: number, rating: FundamentalRating | undefined): Promise<number | null> {
    const { state } = await lockLive(tx, id);
    if (state.status === 'closed') throw sessionClosed(id);
    if (rating !== undefined) {
      const { score, note, available, judged } = rating;
      const patch = { fundamentalScore: score, fundamentalNote: note, fundamentalBasis: { available, judged } };
      await updateSession(tx, id, patch, this.clock.now());
    }
    return (await shownAgain(tx, id)).session.fundamentalScore;
  }

  /** Deletes a session with its records. @throws AppError `not_found`, a second time too. */
  async delete(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      checkMove(await lockLive(tx, id), 'delete');
      await markDeleted(tx, id);
    });
  }

  /**
   * Brings a deleted session back as it was, with the records that were deleted with it.
   * @throws AppError `not_found` for an id that never existed, `not_deleted` (400), `open_session_exists`.
   */
  restore(id: number): Promise<VersionedSession> {
    let code = '';
    return this.takingTheCode(
      () => code,
      async (tx) => {
        const locked = await lockSession(tx, id);
        if (locked === undefined) throw notFound(id);
        code = locked.code;
        checkMove(locked, 'restore');
        await unmarkDeleted(tx, id);
        // A market load in between found it without records.
        await refreshInvalidation(tx, id);
        return shownAgain(tx, id);
      },
    );
  }

  /** A write whose one statement checks all that is to be checked. What is shown may have the next writer's fields too. */
  private async updateFields(id: number, patch: SessionPatch): Promise<VersionedSession> {
    const found = (await updateSession(this.db, id, patch, this.clock.now()))
      ? await selectSession(this.db, id)
      : undefined;
    if (found === undefined) throw notFound(id);
    return found;
  }

  /**
   * Runs a transaction that may make a session its code's open one. Where the index says that there is another one, tells
   * which; where that one was gone by then, tries again.
   */
  private async takingTheCode<T>(code: () => string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      try {
        return await this.db.transaction(work);
      } catch (error) {
        if (constraintOf(error) !== ONE_OPEN_SESSION) throw error;
      }
      const sessionId = await findOpenSession(this.db, code());
      if (sessionId !== undefined) {
        throw AppError.conflict(
          'open_session_exists',
          `the code ${code()} has an open session already, session ${sessionId}: close it first`,
          { sessionId },
        );
      }
    }
    throw contended();
  }
}

/** @throws AppError `not_found` for a session that never existed or was deleted. */
async function lockLive(tx: Transaction, id: number): Promise<LockedSession> {
  const locked = await lockSession(tx, id);
  if (locked === undefined || locked.state.deleted) throw notFound(id);
  return locked;
}

/** Whether a patch depends on what the session is before it, or is followed by other writes. */
function needsLock({ move, currentPrimaryPhase, entryClosePrice }: SessionPatch): boolean {
  return move !== undefined || currentPrimaryPhase !== undefined || entryClosePrice !== undefined;
}

function checkMove(session: LockedSession, move: SessionMove): void {
  const { refused } = moveSession(session.state, move);
  if (refused !== undefined) throw new AppError(refused.kind, refused.code, refused.message);
}

async function shownAgain(tx: Transaction, id: number): Promise<VersionedSession> {
  const found = await selectSession(tx, id);
  if (found === undefined) throw new Error(`session ${id} vanished under its own lock`);
  return found;
}

function notFound(id: number): AppError {
  return AppError.notFound(`session ${id} does not exist`);
}

function contended(): AppError {
  return AppError.unavailable('sessions_contended', 'sessions are being opened and closed at once; try again');
}
