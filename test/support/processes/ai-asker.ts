import { configurePanel } from '#lib/ai/testing';
import { loadConfig } from '#lib/config';
import { createDataSource, Database } from '#lib/database';
import { ENTITIES } from '#lib/schema';
import { dailyQuestion, PLAIN_RULES } from '../inputs/ai-questions';

/**
 * A process that asks the configured models one question for job `AI_JOB_ID`, says `answered` and stands still: to be killed
 * between the answer and whatever would be made of it.
 */
async function main(): Promise<void> {
  const config = loadConfig();
  const dataSource = await createDataSource({
    url: config.databaseUrl ?? '',
    entities: ENTITIES,
    migrations: [],
    applicationName: 'ai-asker',
    poolSize: 4,
    statementTimeoutMs: 10_000,
  }).initialize();
  const database = new Database(dataSource);
  const panel = configurePanel({ config, database, rules: PLAIN_RULES });
  process.send?.('asking');
  await panel.answer(dailyQuestion(), {
    jobId: Number(process.env['AI_JOB_ID']),
    signal: new AbortController().signal,
    deadlineMs: Date.now() + 60_000,
    fenced: (work) => database.transaction(work),
  });
  process.send?.('answered');
  setInterval(() => undefined, 60_000);
}

void main();
