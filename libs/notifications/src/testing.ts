// For tests only: parts of the lib that its index does not export.
export { deliver } from './channels/deliver';
export { countParts } from './channels/pace';
export type { ChannelEvent } from './channels/channel';
export type { DeliveryResult } from './channels/delivery-result';
export type { Outgoing } from './channels/guard/outgoing';
export type { Message } from './domain/message';
export type { Delivering } from './channels/deliver';
export { CHANNEL_KINDS } from './domain/channel-kind';
export type { ChannelKind } from './domain/channel-kind';
export { writeMessage } from './domain/write-message';
export type { PendingEvent } from './domain/pending-event';
