import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { currentTraceParent, inStatementSpan, OpenSpan, runOutsideTraces } from './spans';

const CANARY = 'canary7f3a91c4';
const PLACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

it('nothing is done if nothing is traced', () => {
  const span = OpenSpan.begin('a job', 'job', {});
  expect(span.traceId).toBeUndefined();
  expect(span.run(() => inStatementSpan('select 1', () => currentTraceParent()))).not.toBe(PLACE);
  expect(currentTraceParent()).toBeUndefined();
});

describe('with a provider', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

  beforeAll(() => provider.register({ propagator: null }));
  beforeEach(() => exporter.reset());
  afterAll(async () => {
    await provider.shutdown();
    for (const api of [context, propagation, trace]) api.disable();
  });

  /** Names and attributes of all spans that have ended. */
  const told = (): unknown[] => exporter.getFinishedSpans().map(({ name, attributes }) => ({ name, attributes }));

  it('a failed statement has its SQLSTATE, not the message, which quotes values', async () => {
    const span = OpenSpan.begin('a request', 'request', {});
    const fault = Object.assign(new Error(`invalid input syntax for type date: "${CANARY}"`), { code: '22007' });
    const statement = `\n  with x as (select $1)\n  select  * from x`;
    await expect(span.run(() => inStatementSpan(statement, () => Promise.reject(fault)))).rejects.toBe(fault);
    expect(told()).toEqual([
      {
        name: 'WITH',
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': 'WITH',
          'db.query.text': 'with x as (select $1) select * from x',
          'error.type': '22007',
        },
      },
    ]);
    const [ended] = exporter.getFinishedSpans();
    expect(JSON.stringify([ended?.status, ended?.events, ended?.links])).not.toContain(CANARY);
  });

  it('work goes on in the trace that its text names, and in a new one if the text is none', () => {
    const known = OpenSpan.begin('a job', 'job', {}, PLACE);
    expect(known.traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    for (const broken of [
      undefined,
      null,
      '',
      `${PLACE}-`,
      PLACE.replace('01', '1'),
      PLACE.replace(/b7\w+/, '0'.repeat(16)),
    ]) {
      expect(OpenSpan.begin('a job', 'job', {}, broken).traceId).not.toBe(known.traceId);
    }
    expect(known.run(currentTraceParent)).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
  });

  it('what nobody traces makes no spans, and neither does what serves others too', () => {
    const span = OpenSpan.begin('a request', 'request', {});
    inStatementSpan('select 1', () => 1);
    span.run(() => runOutsideTraces(() => inStatementSpan('select 1', () => 1)));
    expect(told()).toEqual([]);
    // Of a trace that its beginner does not keep.
    const dropped = OpenSpan.begin('a job', 'job', {}, PLACE.replace(/01$/, '00'));
    dropped.run(() => inStatementSpan('select 1', () => 1));
    dropped.end();
    expect(told()).toEqual([]);
  });
});
