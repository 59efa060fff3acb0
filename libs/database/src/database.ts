import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { isTransactionConflict } from './pg-error';

/** An open transaction: TypeORM's manager bound to one connection. */
export type Transaction = EntityManager;

/** Anything that runs SQL: a transaction, or the database outside of one. */
export interface SqlRunner {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/** Connections of this process's pool: all, those that nobody uses, and how many callers wait for one. */
export interface PoolFigures {
  total: number;
  idle: number;
  waiting: number;
}

const MAX_TRIES = 3;
/** The transaction that won a deadlock must get its lock before the other one asks for it again. */
const PAUSE_MS = { least: 20, most: 60 };

/** The application's door to PostgreSQL. Parameters are always bound, never spliced into the text. */
export class Database implements SqlRunner {
  constructor(readonly dataSource: DataSource) {}

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return rowsOf<Row>(await this.dataSource.query(sql, [...parameters]));
  }

  poolFigures(): PoolFigures {
    const { master } = this.dataSource.driver as unknown as {
      master?: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
    };
    return { total: master?.totalCount ?? 0, idle: master?.idleCount ?? 0, waiting: master?.waitingCount ?? 0 };
  }

  /**
   * Runs `work` in one transaction. A deadlock or serialization failure runs it again after a short random pause, three
   * times in all, so `work` must have no effect outside of the database.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.dataSource.transaction(work);
      } catch (error) {
        if (attempt >= MAX_TRIES || !isTransactionConflict(error)) throw error;
        await pause(randomInt(PAUSE_MS.least, PAUSE_MS.most) * attempt);
      }
    }
  }
}

/** The rows of a statement in a transaction. Statements without RETURNING give none. */
export async function runSql<Row>(tx: Transaction, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  return rowsOf<Row>(await tx.query(sql, [...parameters]));
}

/** A transaction as a runner, for statements that also run outside of one. */
export function sqlIn(tx: Transaction): SqlRunner {
  return { query: (sql, parameters) => runSql(tx, sql, parameters) };
}

/** TypeORM answers INSERT/SELECT with rows, UPDATE/DELETE with `[rows, count]`. */
function rowsOf<Row>(result: unknown): Row[] {
  if (!Array.isArray(result)) return [];
  if (result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number') return result[0] as Row[];
  return result as Row[];
}
