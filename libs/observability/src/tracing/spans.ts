import { type Attributes, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { toContext, formatTraceParent } from './trace-parent';

/** One of many that do nothing until `startTracing` has been called. */
const tracer = trace.getTracer('stock-cycle');

/** A piece of work in a trace. Attributes are names, ids and counts of ours, never what somebody sent. */
export class OpenSpan {
  private constructor(private readonly span: Span) {}

  /** @param parent a traceparent; a new trace begins if it is none. */
  static begin(name: string, kind: 'request' | 'job', attributes: Attributes, parent?: string | null): OpenSpan {
    const spanKind = kind === 'request' ? SpanKind.SERVER : SpanKind.CONSUMER;
    return new OpenSpan(tracer.startSpan(name, { kind: spanKind, attributes }, toContext(parent)));
  }

  /** Undefined if nothing is traced. */
  get traceId(): string | undefined {
    return this.span.isRecording() ? this.span.spanContext().traceId : undefined;
  }

  /** Makes all that `work` does, now or later, belong to this span. */
  run<T>(work: () => T): T {
    return context.with(trace.setSpan(ROOT_CONTEXT, this.span), work);
  }

  note(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  /** @param code a stable name. Messages of errors may quote what somebody sent. */
  fail(code: string): void {
    this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.setAttribute('error.type', code);
  }

  end(): void {
    this.span.end();
  }
}

/** The span of the running work, for a process that continues it later; undefined if nothing is traced. */
export function currentTraceParent(): string | undefined {
  const place = trace.getActiveSpan()?.spanContext();
  return place === undefined ? undefined : formatTraceParent(place);
}

/** Runs what serves others too, and so must not count to the trace of the work that started it. */
export function runOutsideTraces<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}

/**
 * Runs a statement, as a span if it belongs to traced work. The span has the text, which is ours, and on failure
 * the SQLSTATE; parameters, rows and the server's message (it quotes values) stay out.
 */
export function inStatementSpan<T>(text: string, run: () => T): T {
  if (trace.getActiveSpan()?.isRecording() !== true) return run();
  const operation = /^\s*(?:--[^\n]*\n\s*)*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const span = tracer.startSpan(operation, {
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.replace(/\s+/g, ' ').trim(),
    },
  });
  const answer = run();
  if (answer instanceof Promise) {
    answer.then(
      () => span.end(),
      (error: unknown) => {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('error.type', getErrorCode(error));
        span.end();
      },
    );
  } else span.end();
  return answer;
}

function getErrorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'unknown';
}
