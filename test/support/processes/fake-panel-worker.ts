import { NestFactory } from '@nestjs/core';
import { loadConfig } from '#lib/config';
import { createLogger } from '#lib/observability';
import { WorkerModule } from '../../../apps/worker/src/worker.module';
import { FakePanel } from '../fakes/fake-panel';

/** A worker process whose models are a fake, for tests that kill it. Its argument says how many milliseconds an answer takes. */
async function main(): Promise<void> {
  const panel = new FakePanel();
  const answerMs = Number(process.argv[2] ?? '0');
  panel.behave(async () => {
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    return {};
  });
  const logger = createLogger({ level: 'warn', process: 'worker' });
  await NestFactory.createApplicationContext(WorkerModule.forRoot(loadConfig(), logger, { panel, schedules: false }), {
    logger: false,
  });
  process.send?.('ready');
}

void main();
