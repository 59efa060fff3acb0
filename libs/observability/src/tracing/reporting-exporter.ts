import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';

type Done = Parameters<SpanExporter['export']>[1];

/** Logs once that the collector takes no traces, and once that it does again; nothing else would. */
export class ReportingExporter implements SpanExporter {
  private failing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
  ) {}

  export(spans: ReadableSpan[], done: Done): void {
    this.exporter.export(spans, (result) => {
      this.note(result.error);
      done(result);
    });
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private note(error: Error | undefined): void {
    if (error !== undefined && !this.failing) this.logger.warn(`traces are lost: ${error.message}`);
    if (error === undefined && this.failing) this.logger.info('traces are taken again');
    this.failing = error !== undefined;
  }
}
