/** The services that a notification can go to. */
export const CHANNEL_KINDS = [
  'wecom',
  'feishu',
  'lark',
  'dingtalk',
  'telegram',
  'bark',
  'serverchan',
  'pushplus',
  'email',
  'ntfy',
  'webhook',
] as const;

export type ChannelKind = (typeof CHANNEL_KINDS)[number];
