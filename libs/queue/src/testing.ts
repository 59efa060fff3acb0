// For tests only: parts of the lib that its index does not export.
export type { HandlesJob } from './job-handler';
export { LeaseLostError } from './lease-lost.error';
export { QUEUE_SETTINGS, type QueueSettings } from './queue-settings';
