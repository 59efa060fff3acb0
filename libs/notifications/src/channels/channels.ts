import type { Channel } from './channel';
import type { ChannelKind } from '../domain/channel-kind';
import { BARK } from './services/bark';
import { DINGTALK } from './services/dingtalk';
import { EMAIL } from './services/email';
import { FEISHU, LARK } from './services/feishu';
import { NTFY } from './services/ntfy';
import { PUSHPLUS } from './services/pushplus';
import { SERVERCHAN } from './services/serverchan';
import { TELEGRAM } from './services/telegram';
import { WEBHOOK } from './services/webhook';
import { WECOM } from './services/wecom';

/** Every channel. A new one is a file in `services`, a name in `CHANNEL_KINDS` and a line here. */
export const CHANNELS: Readonly<Record<ChannelKind, Channel>> = {
  wecom: WECOM,
  feishu: FEISHU,
  lark: LARK,
  dingtalk: DINGTALK,
  telegram: TELEGRAM,
  bark: BARK,
  serverchan: SERVERCHAN,
  pushplus: PUSHPLUS,
  email: EMAIL,
  ntfy: NTFY,
  webhook: WEBHOOK,
};
