import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import {
  type NewSession,
  type OpenedSession,
  openSessionsInOrder,
  type SessionOrigin,
} from './persistence/open-sessions.query';
import {
  selectSession,
  selectSessionPage,
  type SessionPageQuery,
  type SessionView,
} from './persistence/session-page.query';

/** Tracking sessions: what may be opened, and what readers see. */
@Injectable()
export class SessionsService {
  constructor(@Inject(Database) private readonly db: Database) {}

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
    if (opened.size < sessions.length) {
      throw AppError.unavailable('sessions_contended', 'sessions are being opened and closed at once; try again');
    }
    return opened;
  }

  async list(query: SessionPageQuery): Promise<{ sessions: SessionView[]; total: number }> {
    return selectSessionPage(this.db, query);
  }

  /** @throws AppError `not_found` for an id that never existed or was deleted. */
  async get(id: number): Promise<SessionView> {
    const session = await selectSession(this.db, id);
    if (session === undefined) throw AppError.notFound(`session ${id} does not exist`);
    return session;
  }
}
