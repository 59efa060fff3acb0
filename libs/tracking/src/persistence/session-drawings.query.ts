import {
  assignmentsOf,
  insertOf,
  prepareStatement,
  type RowOf,
  type SqlRunner,
  type Transaction,
  wireColumnsOf,
} from '#lib/database';
import type { DrawingKind, DrawingPoints } from '../domain/drawing';
import { SessionDrawing } from './session-drawing.entity';

const COLUMNS = wireColumnsOf(SessionDrawing, '', [
  ...(['id', 'sessionId', 'kind', 'fromDate', 'fromPrice', 'toDate', 'toPrice'] as const),
  ...(['createdBy', 'createdAt', 'updatedAt'] as const),
]);

/** A drawing as responses carry it. */
export type DrawingView = RowOf<typeof COLUMNS>;

const SELECT_DRAWINGS = prepareStatement<DrawingView>(
  'select_drawings',
  `select ${COLUMNS} from session_drawing where session_id = $1 order by id`,
);

/** The drawings of a session, oldest first. */
export async function selectDrawings(db: SqlRunner, sessionId: number): Promise<DrawingView[]> {
  return db.query(SELECT_DRAWINGS, [sessionId]);
}

/** A drawing of the session, or undefined. */
export async function selectDrawing(tx: Transaction, sessionId: number, id: number): Promise<DrawingView | undefined> {
  const [row] = await tx.query<DrawingView>(
    `select ${COLUMNS} from session_drawing where id = $2 and session_id = $1`,
    [sessionId, id],
  );
  return row;
}

export async function countDrawings(tx: Transaction, sessionId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from session_drawing where session_id = $1',
    [sessionId],
  );
  return row?.count ?? 0;
}

export interface NewDrawing extends DrawingPoints {
  sessionId: number;
  kind: DrawingKind;
  createdBy: number;
}

export async function insertDrawing(tx: Transaction, drawing: NewDrawing): Promise<DrawingView> {
  const { text, parameters } = insertOf(SessionDrawing, drawing);
  return takeRow(await tx.query<DrawingView>(`${text} returning ${COLUMNS}`, parameters));
}

export async function updateDrawing(tx: Transaction, id: number, points: DrawingPoints): Promise<DrawingView> {
  const parameters: unknown[] = [id];
  const sets = assignmentsOf(SessionDrawing, points, (value) => `$${parameters.push(value)}`);
  return takeRow(
    await tx.query<DrawingView>(
      `update session_drawing set ${sets.join(', ')}, updated_at = clock_timestamp() where id = $1 returning ${COLUMNS}`,
      parameters,
    ),
  );
}

export async function deleteDrawing(tx: Transaction, id: number): Promise<void> {
  await tx.query('delete from session_drawing where id = $1', [id]);
}

function takeRow([row]: DrawingView[]): DrawingView {
  if (row === undefined) throw new Error('the drawing is gone in its own transaction');
  return row;
}
