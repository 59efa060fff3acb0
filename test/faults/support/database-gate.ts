import { Client } from 'pg';
import { until } from '../../support/until';

/** Of the advisory lock that a closed gate is. */
const LOCK = 4_711_021;

/** Where statements stop. */
export interface GatePoint {
  /** `after insert on event`. */
  readonly trigger: string;
  /** Of the rows that stop; all without it. */
  readonly when?: string;
}

/** Stops statements of the programs at a point of the database, by a trigger that waits for a lock which the test holds. */
export class DatabaseGate {
  private constructor(private readonly holder: Client) {}

  /** Closes a gate; there is one at a time. */
  static async close(databaseUrl: string, { trigger, when }: GatePoint): Promise<DatabaseGate> {
    const holder = new Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query('select pg_advisory_lock($1)', [LOCK]);
    await holder.query(`
      create or replace function wait_at_gate() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${String(LOCK)});
        return new;
      end $$`);
    await holder.query(
      `create trigger gate ${trigger} for each row ${when === undefined ? '' : `when (${when})`} execute function wait_at_gate()`,
    );
    return new DatabaseGate(holder);
  }

  /** Waits until a statement stops here. @returns the server's process that runs it. */
  async untilReached(timeoutMs: number): Promise<number> {
    let pid: number | undefined;
    await until('a statement stops at the gate', timeoutMs, async () => {
      const { rows } = await this.holder.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and not granted and objid = ${String(LOCK)}
           and database = (select oid from pg_database where datname = current_database())`,
      );
      pid = rows[0]?.pid;
      return pid !== undefined;
    });
    return pid ?? 0;
  }

  /** Lets everything pass from now on; what a killed process waited for is undone. */
  async open(): Promise<void> {
    await this.holder.query('select pg_advisory_unlock($1)', [LOCK]);
    await this.holder.query(
      `do $$ declare held text := (select tgrelid::regclass from pg_trigger where tgname = 'gate'); begin
         execute format('drop trigger gate on %s', held);
       end $$`,
    );
    await this.holder.end();
  }
}
