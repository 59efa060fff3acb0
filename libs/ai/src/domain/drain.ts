/** In the order in which they drain after a trading day. */
export const DRAIN_KINDS = ['daily', 'weekly'] as const;
export type DrainKind = (typeof DRAIN_KINDS)[number];

/** Who started a drain. */
export type DrainOrigin = 'schedule' | 'manual';

/** Of a drain or a replay. `stopped`: early, because of its models; it can be continued. */
export type DrainStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | 'stopped';
