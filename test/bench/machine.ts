import { cpus, loadavg, totalmem } from 'node:os';
import type { Client } from 'pg';

/** What the figures are of: processor, memory, Node. */
export function machine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  return `${model}, ${processors.length} cores, ${(totalmem() / 2 ** 30).toFixed(1)} GiB, Node ${process.versions.node}`;
}

/** {@link machine} with its server and its load now. */
export async function machineWith(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  const load = loadavg().map((one) => one.toFixed(1));
  return `${machine()}, PostgreSQL ${rows[0]?.version ?? '?'}, load average ${load.join(' ')} at the start`;
}
