/** What the fake services know; a channel with these as its `config` is taken. */
export const FAKE_CONFIGS = {
  wecom: { key: 'wecom-key-693axxx6' },
  feishu: { token: 'feishu-token-c3d4', secret: 'feishu-signing-secret' },
  lark: { token: 'lark-token-e5f6' },
  dingtalk: { access_token: 'dingtalk-token-a1b2', secret: 'SECdingtalk-signing-secret' },
  telegram: { bot_token: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw', chat_id: '-1001234567890' },
  bark: { device_key: 'BarkDeviceKey42' },
  serverchan: { send_key: 'SCT1234TabcdEFGH' },
  pushplus: { token: '8a1b2c3d4e5f60718293a4b5c6d7e8f9' },
  ntfy: { topic: 'stock-cycle-alerts', token: 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2' },
  webhook: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
} as const;

/** A key of the third generation of ServerChan, which is taken too. */
export const FAKE_SCTP_KEY = 'sctp4711tabcdEFGH';
