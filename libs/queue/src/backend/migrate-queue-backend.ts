import { runMigrations } from 'bullmq';
import { Client } from 'pg';

/**
 * Creates or updates the tables of BullMQ's own PostgreSQL store (schema `bullmq`). Once before any worker starts; safe
 * to run from several processes. Not needed if the queue runs on Redis.
 */
export async function migrateQueueBackend(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'stock-cycle-migrate' });
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}
