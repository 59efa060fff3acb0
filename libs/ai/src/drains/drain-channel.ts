/** Sent with a drain's id when the transaction that changed it commits. */
export const DRAIN_CHANNEL = 'ai_drain';
