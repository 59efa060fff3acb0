import { TrackRecordService } from '#lib/ai';
import { Database, Transaction } from '#lib/database';
import { type Statement } from '#lib/database/testing';
import { SystemClock } from '#lib/kernel';
import { MarketStateService } from '#lib/market-data';
import { SESSION_SORTS, SessionsService, type SessionSort } from '#lib/tracking';

export interface RecordedStatement {
  statement: Statement<unknown>;
  parameters: readonly unknown[];
}

/** What the bare program runs for a request: side by side, or in one transaction. */
export interface Plan {
  kind: 'list' | 'detail' | 'patch';
  statements: RecordedStatement[];
}

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

/** What a session's judgements are read without. */
const UNUSED = undefined as never;

/** Runs our services and writes down their statements, so that the bare program does the very same. */
export class QueryRecorder extends Database {
  private statements: RecordedStatement[] = [];
  private readonly sessions = new SessionsService(this, new SystemClock());
  private readonly trackRecord = new TrackRecordService(this, UNUSED, UNUSED, UNUSED);

  override query<Row>(statement: Statement<Row>, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.statements.push({ statement, parameters });
    return super.query(statement, parameters);
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => work(new RecordingTransaction(tx, this.statements)));
  }

  list(page: Page): Promise<Plan> {
    return this.record('list', async () => {
      await this.sessions.list({
        ...page,
        status: 'all',
        search: undefined,
        phase: undefined,
        aiConsensus: undefined,
        review: undefined,
        scope: undefined,
        codes: undefined,
        userId: undefined,
        includeDeleted: false,
        limit: PAGE_SIZE,
      });
      await new MarketStateService(this).read();
    });
  }

  detail(id: number): Promise<Plan> {
    return this.record('detail', async () => {
      await this.sessions.get(id);
      await this.trackRecord.ofSession(id);
      await new MarketStateService(this).read();
    });
  }

  patch(id: number): Promise<Plan> {
    return this.record('patch', () => this.sessions.update(id, { summaryNote: PATCH.summary_note }, undefined));
  }

  private async record(kind: Plan['kind'], work: () => Promise<unknown>): Promise<Plan> {
    this.statements = [];
    await work();
    return { kind, statements: this.statements };
  }
}

class RecordingTransaction extends Transaction {
  constructor(
    tx: Transaction,
    private readonly statements: RecordedStatement[],
  ) {
    super(tx.manager);
  }

  override query<Row>(statement: Statement<Row>, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.statements.push({ statement, parameters });
    return super.query(statement, parameters);
  }
}
