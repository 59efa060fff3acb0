import { JudgedSessionsService } from '#lib/ai';
import { Database } from '#lib/database';
import { type Statement, textOf } from '#lib/database/testing';
import { SystemClock } from '#lib/kernel';
import { SESSION_SORTS, SessionsService, type SessionSort } from '#lib/tracking';
import { keptTotal } from '#lib/tracking/testing';
import { FIRST_PAGE } from '../../support/inputs/session-page';

export interface RecordedStatement {
  statement: Statement<unknown>;
  parameters: readonly unknown[];
}

/** What the bare program runs for a PATCH, one after the other. */
export interface PatchPlan {
  kind: 'patch';
  write: RecordedStatement;
  read: RecordedStatement;
}

/** What the bare program runs for a request. */
export type Plan = { kind: 'list' | 'detail'; statement: RecordedStatement } | PatchPlan;

export interface Page {
  sort: SessionSort;
  order: 'asc' | 'desc';
  offset: number;
}

export const PAGE_SIZE = 50;
export const SORTED_PAGES: readonly Page[] = SESSION_SORTS.flatMap((sort) =>
  (['desc', 'asc'] as const).map((order) => ({ sort, order, offset: 0 })),
);
export const PATCH = { summary_note: 'looked at once more' };

export function listPath({ sort, order, offset }: Page): string {
  return `/api/stock-cycle/sessions?status=all&sort=${sort}&order=${order}&limit=${PAGE_SIZE}&offset=${offset}`;
}

export function detailPath(id: number): string {
  return `/api/stock-cycle/sessions/${id}`;
}

/** Runs our services and writes down their statements, so that the bare program gives the same answers. */
export class QueryRecorder extends Database {
  private statements: RecordedStatement[] = [];
  private readonly sessions = new SessionsService(this, new SystemClock());
  private readonly judged = new JudgedSessionsService(this.sessions);

  override query<Row>(statement: Statement<Row>, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.statements.push({ statement, parameters });
    return super.query(statement, parameters);
  }

  async list(page: Page): Promise<Plan> {
    const [statement] = await this.record(() => this.sessions.list({ ...FIRST_PAGE, ...page, limit: PAGE_SIZE }));
    // A bare program keeps no ledger: it counts.
    const counting = textOf(statement.statement).replace(
      keptTotal('all'),
      'select count(*) as total from tracking_session s where s.deleted_at is null',
    );
    if (counting === textOf(statement.statement)) throw new Error('the list was to read the kept total');
    return { kind: 'list', statement: { ...statement, statement: counting } };
  }

  async detail(id: number): Promise<Plan> {
    const [statement] = await this.record(() => this.judged.get(id));
    return { kind: 'detail', statement };
  }

  async patch(id: number): Promise<Plan> {
    const [write, read] = await this.record(() =>
      this.sessions.update(id, { summaryNote: PATCH.summary_note }, undefined),
    );
    if (read === undefined) throw new Error('a PATCH was to be two statements');
    return { kind: 'patch', write, read };
  }

  private async record(work: () => Promise<unknown>): Promise<[RecordedStatement, ...RecordedStatement[]]> {
    this.statements = [];
    await work();
    const [first, ...others] = this.statements;
    if (first === undefined) throw new Error('no statement was run');
    return [first, ...others];
  }
}
