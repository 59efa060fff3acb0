/** `waiting`: for the end of quiet hours, or for the next attempt. `disabled`: its channel was switched off by an answer. */
export const DELIVERY_STATES = ['pending', 'waiting', 'sent', 'failed', 'disabled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
