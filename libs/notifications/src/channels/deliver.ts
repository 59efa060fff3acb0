import type { Sending } from './channel';
import type { ChannelKind } from '../domain/channel-kind';
import { CHANNELS } from './channels';
import type { DeliveryResult } from './delivery-result';
import type { Outgoing } from './guard/outgoing';

/** One attempt to send an event to a channel. */
export interface Delivering extends Sending {
  readonly kind: ChannelKind;
}

/**
 * Sends one message to one channel, and classifies what came back.
 *
 * A message that is too long goes in up to three parts, in order. If a part is not taken, the rest is not sent and the whole
 * attempt has that part's result; a retry begins with the first part again, so its reader may see the first parts twice (at
 * least once). Webhooks carry the event's id, by which a receiver deduplicates.
 * @returns a result for whatever the network, the service or the receiver does.
 * @throws what a configuration throws that `readConfig` has not read.
 */
export function deliver(delivering: Delivering, world: Outgoing): Promise<DeliveryResult> {
  return CHANNELS[delivering.kind].send(delivering, world);
}
