import { Writable } from 'node:stream';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import { createLogger } from '../logger';
import { ReportingExporter } from './reporting-exporter';

it('the log reports once that traces are lost, and once that they are taken again', () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push((JSON.parse(chunk.toString()) as { msg: string }).msg);
      done();
    },
  });
  let answer: Parameters<Parameters<SpanExporter['export']>[1]>[0] = { code: 0 };
  const collector: SpanExporter = { export: (_spans, done) => done(answer), shutdown: () => Promise.resolve() };
  const exporter = new ReportingExporter(collector, createLogger({ level: 'info', process: 'api', destination }));
  const exported: number[] = [];
  for (const error of [undefined, new Error('refused'), new Error('refused'), undefined, undefined]) {
    answer = error === undefined ? { code: 0 } : { code: 1, error };
    exporter.export([], ({ code }) => exported.push(code));
  }
  expect(exported).toEqual([0, 1, 1, 0, 0]);
  expect(lines).toEqual(['traces are lost: refused', 'traces are taken again']);
});
