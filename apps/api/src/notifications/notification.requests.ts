import {
  CHANNEL_KINDS,
  type ChannelKind,
  DELIVERY_STATES,
  type DeliveryState,
  RULE_EVENTS,
  type RuleEvent,
} from '#lib/notifications';
import { EVENT_TYPES, type EventType } from '#lib/events';
import { EnumField, FlagField, IdField, IdListField, LimitField, ObjectField, OffsetField, TextField } from '../http';

const LONGEST_NAME = 60;
const LONGEST_ENDPOINT = 2048;
const LONGEST_QUIET_HOURS = 11;
const MOST_CHANNELS = 20;

const CONFIG = `By kind. wecom: key; feishu, lark: token, secret?; dingtalk: access_token, secret?; telegram: bot_token, chat_id;
bark: device_key; serverchan: send_key; pushplus: token, topic?; email: host, port, secure, username, password, from, to;
ntfy: topic, token?; webhook: secret? (made when absent). A masked secret that is sent back stays as it is`;
const ENDPOINT =
  'An origin to which the path of the service is added; for a webhook the whole address. Left out, the usual one';
const CONDITIONS = `By event. price.crossed: code, op (and, or), items [{ type: price, change_pct, volume_ratio, turnover; op: >, >=, <, <=,
between; value }]; screen.matched: screen, params?, filters?; session events: scope (all, watchlist, position), codes?,
phases? (session.phase_changed), events? (session.event); digest.evening, digest.morning: at? (HH:MM, 15:30 to 23:55 or 05:00 to 09:25); the others have none`;
const QUIET_HOURS =
  'HH:MM-HH:MM in Asia/Shanghai, may cross midnight: what happens then is told at its end; null: none';

export class CreateChannelBody {
  @TextField({ min: 1, max: LONGEST_NAME, description: 'Unique among your channels', example: 'Group of the desk' })
  name!: string;

  @EnumField(CHANNEL_KINDS)
  kind!: ChannelKind;

  @TextField({ optional: true, nullable: true, max: LONGEST_ENDPOINT, description: ENDPOINT })
  endpoint?: string | null;

  @ObjectField({ optional: true, description: CONFIG, example: { key: '693a91f6-7d2e-4a52-9f00-000000000000' } })
  config?: Record<string, unknown>;

  @FlagField({ optional: true, description: 'Left out, true' })
  enabled?: boolean;
}

export class ChangeChannelBody {
  @TextField({ optional: true, min: 1, max: LONGEST_NAME })
  name?: string;

  @TextField({ optional: true, nullable: true, max: LONGEST_ENDPOINT, description: ENDPOINT })
  endpoint?: string | null;

  @ObjectField({ optional: true, description: CONFIG, example: { key: '693a91f6-7d2e-4a52-9f00-000000000000' } })
  config?: Record<string, unknown>;

  @FlagField({ optional: true, description: 'true also forgets why it was switched off' })
  enabled?: boolean;
}

export class CreateRuleBody {
  @TextField({ min: 1, max: LONGEST_NAME, example: 'Every scan' })
  name!: string;

  @EnumField(RULE_EVENTS)
  event!: RuleEvent;

  @ObjectField({ optional: true, description: CONDITIONS, example: {} })
  conditions?: Record<string, unknown>;

  @IdListField({ max: MOST_CHANNELS, description: 'Channels of yours', example: [] })
  channel_ids!: number[];

  @TextField({ optional: true, nullable: true, max: LONGEST_QUIET_HOURS, description: QUIET_HOURS })
  quiet_hours?: string | null;

  @FlagField({ optional: true, description: 'Left out, true' })
  enabled?: boolean;
}

export class ChangeRuleBody {
  @TextField({ optional: true, min: 1, max: LONGEST_NAME })
  name?: string;

  @EnumField(RULE_EVENTS, { optional: true, description: 'Another one needs its conditions' })
  event?: RuleEvent;

  @ObjectField({ optional: true, description: CONDITIONS, example: {} })
  conditions?: Record<string, unknown>;

  @IdListField({ optional: true, max: MOST_CHANNELS, description: 'Channels of yours' })
  channel_ids?: number[];

  @TextField({ optional: true, nullable: true, max: LONGEST_QUIET_HOURS, description: QUIET_HOURS })
  quiet_hours?: string | null;

  @FlagField({ optional: true })
  enabled?: boolean;
}

export class DeliveryQuery {
  @IdField({ optional: true, description: 'To this channel alone' })
  channel_id?: number;

  @EnumField(DELIVERY_STATES, { optional: true })
  state?: DeliveryState;

  @LimitField({ default: 50, max: 200 })
  limit!: number;

  @OffsetField()
  offset!: number;
}

export class EventQuery {
  @EnumField(EVENT_TYPES, { optional: true })
  type?: EventType;

  @LimitField({ default: 50, max: 200 })
  limit!: number;

  @OffsetField()
  offset!: number;
}
