export { createLogger } from './logger';
export type { Logger } from './logger';
export { NestLogger } from './nest-logger';
export { LOGGER, METRICS, ObservabilityModule } from './observability.module';
export { redactText } from './redaction';
export { showSourcePlaces } from './source-places';
export { currentTraceParent, inStatementSpan, OpenSpan, runOutsideTraces } from './tracing/spans';
export { startTracing } from './tracing/start-tracing';
export type { Tracing } from './tracing/start-tracing';
