import { Injectable } from '@nestjs/common';
import { type SessionDetail, SessionsService } from '#lib/tracking';
import { SELECT_JUDGED_SESSION, type SessionContext } from '../persistence/judged-session.query';

/** A session with its records, what models said of it, and where the market behind it comes from. */
export type JudgedSession = SessionDetail & SessionContext;

/** What the page of a session shows. */
@Injectable()
export class JudgedSessionsService {
  constructor(private readonly sessions: SessionsService) {}

  /** @throws AppError `not_found` for an id that never existed or was deleted. */
  async get(id: number): Promise<JudgedSession> {
    const { detail, extra } = await this.sessions.getWith(SELECT_JUDGED_SESSION, id);
    return { ...detail, ...extra };
  }
}
