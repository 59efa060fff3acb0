import type { Schemas } from '../../api/client';

export type Channel = Schemas['ChannelResponse'];
export type ChannelKind = Channel['kind'];

export type ConfigName =
  | 'key'
  | 'token'
  | 'secret'
  | 'access_token'
  | 'bot_token'
  | 'chat_id'
  | 'device_key'
  | 'send_key'
  | 'topic'
  | 'host'
  | 'port'
  | 'secure'
  | 'username'
  | 'password'
  | 'from'
  | 'to';

/** One field of a channel's `config`, as the form shows it. */
export interface ConfigField {
  readonly name: ConfigName;
  readonly type: 'text' | 'secret' | 'number' | 'flag';
  /** May be left empty. */
  readonly isOptional?: boolean;
}

interface KindFields {
  readonly config: readonly ConfigField[];
  /** `origin`: for a server of one's own; `url`: the whole address, required; `none`: there is none. */
  readonly endpoint: 'origin' | 'url' | 'none';
}

const secret = (name: ConfigName): ConfigField => ({ name, type: 'secret' });
const text = (name: ConfigName): ConfigField => ({ name, type: 'text' });
const optional = (field: ConfigField): ConfigField => ({ ...field, isOptional: true });

/** What each kind asks for, as `POST /api/notifications/channels` describes it, in the order in which kinds are offered. */
export const CHANNEL_FIELDS: Readonly<Record<ChannelKind, KindFields>> = {
  wecom: { config: [secret('key')], endpoint: 'origin' },
  feishu: { config: [secret('token'), optional(secret('secret'))], endpoint: 'origin' },
  lark: { config: [secret('token'), optional(secret('secret'))], endpoint: 'origin' },
  dingtalk: { config: [secret('access_token'), optional(secret('secret'))], endpoint: 'origin' },
  telegram: { config: [secret('bot_token'), text('chat_id')], endpoint: 'origin' },
  bark: { config: [secret('device_key')], endpoint: 'origin' },
  serverchan: { config: [secret('send_key')], endpoint: 'origin' },
  pushplus: { config: [secret('token'), optional(text('topic'))], endpoint: 'origin' },
  email: {
    config: [
      text('host'),
      { name: 'port', type: 'number' },
      { name: 'secure', type: 'flag', isOptional: true },
      optional(text('username')),
      optional(secret('password')),
      text('from'),
      text('to'),
    ],
    endpoint: 'none',
  },
  ntfy: { config: [text('topic'), optional(secret('token'))], endpoint: 'origin' },
  webhook: { config: [optional(secret('secret'))], endpoint: 'url' },
};

export const CHANNEL_KINDS = Object.keys(CHANNEL_FIELDS) as ChannelKind[];
