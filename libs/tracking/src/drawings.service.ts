import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import { AppError, Clock } from '#lib/kernel';
import { type DrawingKind, type DrawingPoints, findDrawingProblem, MAX_DRAWINGS } from './domain/drawing';
import { holdSession } from './persistence/record-session.query';
import {
  countDrawings,
  deleteDrawing,
  type DrawingView,
  insertDrawing,
  selectDrawing,
  selectDrawings,
  updateDrawing,
} from './persistence/session-drawings.query';
import { selectSession } from './persistence/session-view.query';
import { sessionClosed } from './session-closed';

/**
 * What people draw on the chart of a session. Points are a trade date and a price in yuan as it was traded that day: the chart
 * adjusts them by the factor of their day. Each write holds the session's row, as those of records do.
 */
@Injectable()
export class DrawingsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The drawings of a session, oldest first. @throws AppError `not_found` for a session that never existed or was deleted. */
  async list(sessionId: number): Promise<DrawingView[]> {
    const [session, drawings] = await Promise.all([
      selectSession(this.db, sessionId),
      selectDrawings(this.db, sessionId),
    ]);
    if (session === undefined) throw sessionNotFound(sessionId);
    return drawings;
  }

  /**
   * @throws AppError `invalid_input` for points that the kind can't have, `not_found`, `session_closed`, `too_many_drawings`
   *   (409) where the session has 100.
   */
  async create(sessionId: number, kind: DrawingKind, points: DrawingPoints, userId: number): Promise<DrawingView> {
    this.require(kind, points);
    return this.write(sessionId, async (tx) => {
      if ((await countDrawings(tx, sessionId)) >= MAX_DRAWINGS) {
        throw AppError.conflict(
          'too_many_drawings',
          `session ${sessionId} has ${MAX_DRAWINGS} drawings; delete one first`,
        );
      }
      return insertDrawing(tx, { sessionId, kind, ...points, createdBy: userId });
    });
  }

  /**
   * Moves a drawing; points that are left out stay.
   * @throws AppError `invalid_input` for no change or for points that its kind can't have, `not_found`, `session_closed`.
   */
  async change(sessionId: number, id: number, changes: Partial<DrawingPoints>): Promise<DrawingView> {
    if (Object.keys(changes).length === 0) {
      throw AppError.invalid('the body changes nothing; send at least one field');
    }
    return this.write(sessionId, async (tx) => {
      const { kind, fromDate, fromPrice, toDate, toPrice } = await findDrawing(tx, sessionId, id);
      const points = { fromDate, fromPrice, toDate, toPrice, ...changes };
      this.require(kind, points);
      return updateDrawing(tx, id, points);
    });
  }

  /** @throws AppError `not_found` or `session_closed`. */
  async delete(sessionId: number, id: number): Promise<void> {
    await this.write(sessionId, async (tx) => {
      await findDrawing(tx, sessionId, id);
      await deleteDrawing(tx, id);
    });
  }

  private write<Result>(sessionId: number, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.db.transaction(async (tx) => {
      const session = await holdSession(tx, sessionId);
      if (session === undefined) throw sessionNotFound(sessionId);
      if (session.isClosed) throw sessionClosed(sessionId);
      return work(tx);
    });
  }

  private require(kind: DrawingKind, points: DrawingPoints): void {
    const problem = findDrawingProblem(kind, points, this.clock.today());
    if (problem !== undefined) throw AppError.invalid(problem.message, [problem]);
  }
}

function sessionNotFound(sessionId: number): AppError {
  return AppError.notFound(`session ${sessionId} does not exist`);
}

async function findDrawing(tx: Transaction, sessionId: number, id: number): Promise<DrawingView> {
  const drawing = await selectDrawing(tx, sessionId, id);
  if (drawing === undefined) throw AppError.notFound(`drawing ${id} of session ${sessionId} does not exist`);
  return drawing;
}
