import type { Logger } from 'pino';
import type { TracingSettings } from '#lib/config';
import { ReportingExporter } from './reporting-exporter';

/** Traces wait so long for others to go with them. */
const EXPORT_EVERY_MS = 1000;
const LONGEST_EXPORT_MS = 5000;
/** What a collector that is unavailable may cost: the spans beyond are dropped. */
const MOST_WAITING_SPANS = 2048;
/** A statement may be as long as a page; nobody reads more of it in a trace. */
const LONGEST_ATTRIBUTE = 4000;
const LONGEST_STOP_MS = 1000;

export interface Tracing {
  /** Sends what waits, for a second at most. Never fails. */
  stop(): Promise<void>;
}

const NOT_TRACING: Tracing = { stop: () => Promise.resolve() };

/**
 * Starts to trace if an endpoint is set; call it once, before the application is built. Without one nothing is loaded and
 * spans cost a look at a variable. Baggage is not carried: no propagator is registered, jobs carry a traceparent alone.
 *
 * @param process `api`, `worker` …: names the service if the settings do not.
 */
export async function startTracing(
  settings: TracingSettings | undefined,
  process: string,
  logger: Logger,
): Promise<Tracing> {
  if (settings === undefined) return NOT_TRACING;
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}${settings.endpoint.endsWith('/') ? '' : '/'}v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: LONGEST_EXPORT_MS,
  });
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName ?? `stock-cycle-${process}` }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.sampleRatio) }),
    spanLimits: { attributeValueLengthLimit: LONGEST_ATTRIBUTE },
    spanProcessors: [
      new sdk.BatchSpanProcessor(new ReportingExporter(exporter, logger), {
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: LONGEST_EXPORT_MS,
        maxQueueSize: MOST_WAITING_SPANS,
      }),
    ],
  });
  provider.register({ propagator: null });
  return { stop: () => withinASecond(provider.shutdown()) };
}

async function withinASecond(work: Promise<void>): Promise<void> {
  const timeUp = new Promise<void>((resolve) => {
    setTimeout(resolve, LONGEST_STOP_MS).unref();
  });
  await Promise.race([work.catch(() => undefined), timeUp]);
}
