import type { PoolClient } from 'pg';
import {
  type EntityManager,
  type EntityTarget,
  type ObjectLiteral,
  QueryRunnerAlreadyReleasedError,
  type Repository,
} from 'typeorm';
import { runOn } from './run-on-client';
import type { SqlRunner, Statement } from './sql-runner';

/** An open transaction on one connection: runs SQL, and offers TypeORM's repositories on the same connection. */
export class Transaction implements SqlRunner {
  constructor(readonly manager: EntityManager) {}

  async query<Row>(statement: Statement<Row>, parameters: readonly unknown[] = []): Promise<Row[]> {
    const runner = this.manager.queryRunner;
    // A connection that broke is given back at once. If its connection were requested after that, the runner would open another one,
    // outside of the transaction.
    if (runner === undefined || runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
    return runOn<Row>((await runner.connect()) as PoolClient, statement, parameters);
  }

  /** Runs `work` behind a savepoint: if it throws, its writes alone are undone. */
  savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.manager.transaction((manager) => work(new Transaction(manager)));
  }

  /** For single rows. Reads that shape a response, and sets of rows, are SQL. */
  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.manager.getRepository(entity);
  }
}
