import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Client } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { Bar } from '../domain/bar';
import { barSourceNo, type BarSource } from '../domain/bar-source';
import { STAGING_SCHEMA } from '#lib/database';
import { BarCopyEncoder } from './bar-copy-encoder';
import { StagedBreaks } from '../domain/staged-breaks';

/** The staged bars that other connections read too. Only the load that has the market's lock makes or drops the table. */
const SHARED = `${STAGING_SCHEMA}.bar_staging`;
/** The connection of a load that sorts {@link SHARED}. */
export const SORTER_NAME = 'stock-cycle-load-sort';

const COLUMNS = `(
  file_no integer not null,
  trade_date date not null,
  code text collate "C" not null,
  open double precision not null,
  high double precision not null,
  low double precision not null,
  close double precision not null,
  pre_close double precision,
  volume bigint not null,
  amount double precision,
  turnover_pct double precision,
  circ_market_cap double precision,
  up_limit double precision,
  down_limit double precision,
  is_st boolean,
  cap_source smallint
)`;

/** Drops shared staged bars, also those of a load that died: whoever still reads them does so for nobody. */
export async function dropSharedStaging(sql: {
  query(text: string, values?: unknown[]): Promise<unknown>;
}): Promise<void> {
  await sql.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = current_user and application_name = $1`,
    [SORTER_NAME],
  );
  await sql.query(`drop table if exists ${SHARED} cascade`);
}

/**
 * Where the bars of an import wait until all of them are known, called `bar_staging` on the load's connection. Rows go in
 * by COPY BINARY, so that no number is turned into text and back.
 */
export class BarStaging {
  readonly breaks = new StagedBreaks();
  private readonly encoder = new BarCopyEncoder();

  private constructor(
    private readonly client: Client,
    private readonly copy: CopyStreamQuery,
    private readonly shared: boolean,
  ) {}

  /**
   * Makes the table `bar_staging` on `client`, which takes no other statement until {@link finish}: a temporary table, gone
   * with the connection.
   */
  static async open(client: Client): Promise<BarStaging> {
    await client.query(`create temporary table bar_staging ${COLUMNS}`);
    return BarStaging.copyInto(client, 'copy bar_staging from stdin (format binary)', false);
  }

  /**
   * The same with a table that other connections, and processes that help the server sort, can read: without a log, unseen
   * until {@link finish} commits it, and to be dropped by {@link dropSharedStaging}.
   */
  static async openShared(client: Client): Promise<BarStaging> {
    await client.query('begin');
    await client.query(`create unlogged table ${SHARED} ${COLUMNS}`);
    await client.query(`create temporary view bar_staging as select * from ${SHARED}`);
    // Frozen rows are not marked by those who read them, so that no page is written a second time.
    return BarStaging.copyInto(client, `copy ${SHARED} from stdin (format binary, freeze)`, true);
  }

  private static copyInto(client: Client, statement: string, shared: boolean): BarStaging {
    const copy = client.query(copyFrom(statement));
    // The failure is thrown by `flush` and `finish`; without a listener it would end the process.
    copy.on('error', () => undefined);
    return new BarStaging(client, copy, shared);
  }

  /**
   * Takes a bar's values. Call {@link flush} between pieces of input.
   * @param capSource Who told turnover and market cap, where not the one who told the rest.
   */
  add(fileNo: number, bar: Bar, capSource?: BarSource): void {
    this.encoder.add(fileNo, bar, capSource === undefined ? null : barSourceNo(capSource));
    this.breaks.add(bar);
  }

  /** Sends what has gathered, waits while the server is slower than we are, and lets timers run (a lease is one). */
  async flush(): Promise<void> {
    for (const block of this.encoder.takeFullBlocks()) await this.write(block);
    await otherWork();
  }

  /** Ends the COPY and takes the refused files' rows out again. */
  async finish(refusedFileNos: readonly number[] = []): Promise<void> {
    for (const block of this.encoder.takeRest()) await this.write(block);
    this.copy.end();
    await finished(this.copy);
    if (refusedFileNos.length > 0) {
      this.breaks.forget();
      await this.client.query('delete from bar_staging where file_no = any($1)', [refusedFileNos]);
    }
    if (this.shared) await this.client.query('commit');
    // Nobody else analyses it in time, and without figures the planner takes a million rows for a thousand.
    await this.client.query(`analyze ${this.shared ? SHARED : 'bar_staging'}`);
  }

  private async write(block: Buffer): Promise<void> {
    if (this.copy.errored !== null) throw this.copy.errored;
    if (!this.copy.write(block)) await once(this.copy, 'drain');
  }
}
