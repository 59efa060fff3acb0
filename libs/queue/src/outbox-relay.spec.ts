import { context, type Span, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { Database } from '#lib/database';
import { OpenSpan } from '#lib/observability';
import type { QueueBackend } from './backend/queue-backend';
import { OutboxRelay } from './outbox-relay';

it('the relay publishes for all callers, outside of the trace of any of them', async () => {
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new InMemorySpanExporter())] });
  provider.register({ propagator: null });
  const active: (Span | undefined)[] = [];
  const database = {
    transaction: () => {
      active.push(trace.getActiveSpan());
      return Promise.resolve(0);
    },
  } as unknown as Database;
  const relay = new OutboxRelay(database, {} as QueueBackend);
  const span = OpenSpan.begin('a request', 'request', {});
  await span.run(async () => {
    active.push(trace.getActiveSpan());
    relay.drainSoon();
    await relay.drain();
  });
  expect(active[0]).toBeDefined();
  expect(active[1]).toBeUndefined();
  await provider.shutdown();
  context.disable();
  trace.disable();
});
