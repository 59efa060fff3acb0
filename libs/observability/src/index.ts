export { createLogger } from './logger';
export type { Logger } from './logger';
export { NestLogger } from './nest-logger';
export { LOGGER, METRICS, ObservabilityModule } from './observability.module';
export { redactText } from './redaction';
