import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { isTransactionConflict } from './pg-error';
import type { Replica, ReplicaStats } from './replica/replica';
import { runOn } from './run-on-client';
import type { SqlRunner, Statement } from './sql-runner';
import { Transaction } from './transaction';

/** Connections of this process's pool: all, those that nobody uses, and how many callers wait for one. */
export interface PoolStats {
  total: number;
  idle: number;
  waiting: number;
}

const MAX_TRIES = 3;
/** The transaction that won a deadlock must get its lock before the other one requests it again. */
const PAUSE_MS = { least: 20, most: 60 };

/** The application's access to PostgreSQL. */
export class Database implements SqlRunner {
  /**
   * For what requests show and nobody writes by. Inside of `readOnly` it may be a replica's data, within the bound of
   * `DATABASE_REPLICA_MAX_LAG_MS`; elsewhere, and without a replica, it is this database.
   */
  readonly reads: SqlRunner;

  constructor(
    readonly dataSource: DataSource,
    readonly replica?: Replica,
  ) {
    this.reads = replica?.readsFor(this) ?? this;
  }

  async query<Row>(statement: Statement<Row>, parameters: readonly unknown[] = []): Promise<Row[]> {
    const client = await this.connections().connect();
    try {
      return await runOn<Row>(client, statement, parameters);
    } finally {
      // The pool itself drops a connection that broke; after any other error it is as good as before.
      client.release();
    }
  }

  /** Undefined where no replica is configured. */
  getReplicaStats(): ReplicaStats | undefined {
    return this.replica?.getStats();
  }

  getPoolStats(): PoolStats {
    const pool = this.pool();
    return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
  }

  /**
   * Runs `work` in one transaction. A deadlock or serialization failure runs it again after a short random pause, three
   * times in all, so `work` must have no effect outside of the database.
   * @param options.oneMoment All statements see the database as the first one does; a row that somebody else has changed since
   *   is a serialization failure.
   */
  async transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    { oneMoment = false }: { oneMoment?: boolean } = {},
  ): Promise<T> {
    const run = (inside: (manager: EntityManager) => Promise<T>): Promise<T> =>
      oneMoment
        ? this.dataSource.transaction('REPEATABLE READ', inside)
        : // Naming the usual isolation would be a statement more.
          this.dataSource.transaction(inside);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run((manager) => work(new Transaction(manager)));
      } catch (error) {
        if (attempt >= MAX_TRIES || !isTransactionConflict(error)) throw error;
        await pause(randomInt(PAUSE_MS.least, PAUSE_MS.most) * attempt);
      }
    }
  }

  /** For single rows outside of a transaction. */
  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.dataSource.getRepository(entity);
  }

  private connections(): Pool {
    const pool = this.pool();
    if (pool === undefined) throw new Error('the database is not connected');
    return pool;
  }

  private pool(): Pool | undefined {
    return (this.dataSource.driver as unknown as { master?: Pool }).master;
  }
}
