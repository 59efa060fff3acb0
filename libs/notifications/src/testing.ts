// For tests only: parts of the lib that its index does not export.
export { deliver } from './channels/deliver';
export type { ChannelEvent } from './channels/channel';
export type { DeliveryResult } from './channels/delivery-result';
export type { Outgoing } from './channels/guard/outgoing';
export type { Message } from './channels/message';
export type { Delivering } from './channels/deliver';
export { CHANNEL_KINDS } from './channels/channel-kind';
export type { ChannelKind } from './channels/channel-kind';
