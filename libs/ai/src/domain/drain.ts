/** In the order in which they drain after a trading day. */
export const DRAIN_KINDS = ['daily', 'weekly'] as const;
export type DrainKind = (typeof DRAIN_KINDS)[number];

/** Who started a drain. */
export const DRAIN_ORIGINS = ['schedule', 'manual'] as const;
export type DrainOrigin = (typeof DRAIN_ORIGINS)[number];

/** Of a drain or a replay. `stopped`: early, because of its models; it can be continued. */
export const DRAIN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled', 'stopped'] as const;
export type DrainStatus = (typeof DRAIN_STATUSES)[number];

/** How an item ends that is not done. */
export const LEFT_OUT_AS = ['skipped', 'failed'] as const;
export type LeftOutAs = (typeof LEFT_OUT_AS)[number];
