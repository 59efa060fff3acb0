import type { ChannelConfig, Setting } from './settings/setting';
import type { DeliveryResult } from './delivery-result';
import type { Outgoing } from './guard/outgoing';
import type { Message } from '../domain/message';
import type { Pace } from './paces';

/** The event behind a message; the same at each attempt. */
export interface ChannelEvent {
  /** Letters, digits, `_` and `-`: receivers deduplicate by it. */
  readonly id: string;
  /** Such as `scan.completed`. */
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: Record<string, unknown>;
}

/** What one attempt sends. */
export interface Sending {
  readonly endpoint: string | null;
  readonly config: ChannelConfig;
  readonly message: Message;
  readonly event: ChannelEvent;
}

/** A service that takes messages. Each kind has one in `channels.ts`. */
export interface Channel {
  /** The fields of `config`. */
  readonly settings: readonly Setting[];
  /** `origin`: may be set, the service's path is added; `url`: must be set, the whole address; `none`: can't be set. */
  readonly endpoint: 'origin' | 'url' | 'none';
  readonly pace: Pace;
  /** How many requests the message takes: 1 to 3. */
  countParts(sending: Sending): number;
  /** One attempt. What goes wrong outside of the program is a result, never an exception. */
  send(sending: Sending, outgoing: Outgoing): Promise<DeliveryResult>;
}
