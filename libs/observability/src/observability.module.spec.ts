import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import type { Registry } from 'prom-client';
import { METRICS, ObservabilityModule } from './observability.module';

// Timers and observers of a registry's own would run until the process ends.
it('measures the process once, however many applications it has', async () => {
  const options = { logger: false } as const;
  const start = () =>
    NestFactory.createApplicationContext(ObservabilityModule.forRoot(pino({ level: 'silent' })), options);
  const applications = [await start(), await start()];
  const registries = applications.map((application) => application.get<Registry>(METRICS));
  const eventLoops = registries.map((registry) => registry.getSingleMetric('nodejs_eventloop_lag_p99_seconds'));
  expect(eventLoops[0]).toBeDefined();
  expect(eventLoops[1]).toBe(eventLoops[0]);
  // What one application counts is its own.
  expect(registries[1]).not.toBe(registries[0]);
  await Promise.all(applications.map((application) => application.close()));
});
