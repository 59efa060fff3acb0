import { cpus, loadavg, totalmem } from 'node:os';
import type { Client } from 'pg';

/** What the figures are of, in one line. */
export async function machine(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  const processors = cpus();
  return [
    `${processors[0]?.model.trim() ?? 'unknown processor'}, ${processors.length} cores`,
    `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${rows[0]?.version ?? '?'}`,
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')} at the start`,
  ].join(', ');
}
