/** How fast a channel may be sent to. Each limit is a token bucket of its own; each request takes a token of each. */
export interface Pace {
  readonly limits: readonly { readonly messages: number; readonly perMs: number }[];
  /** The service is busy at :00 and :30: a message that is due in those minutes starts up to so many seconds later. */
  readonly shiftSeconds: number;
  /** Seconds to wait after the first, second, … rate refusal in a row; the last one repeats. */
  readonly refusalSeconds: readonly number[];
}

const MINUTE_MS = 60_000;

/** No published limit. */
export const UNLIMITED: Pace = { limits: [], shiftSeconds: 0, refusalSeconds: [60] };

/** WeCom: 20 a minute for each robot. */
export const WECOM_PACE: Pace = { ...UNLIMITED, limits: [{ messages: 18, perMs: MINUTE_MS }] };

/** DingTalk: 20 a minute, then the robot is limited for up to ten minutes. */
export const DINGTALK_PACE: Pace = { ...WECOM_PACE, refusalSeconds: [60, 600] };

/** Feishu and Lark: 100 a minute and 5 a second for each bot, and error 11232 at the full and half hour. */
export const FEISHU_PACE: Pace = {
  limits: [
    { messages: 4, perMs: 1000 },
    { messages: 90, perMs: MINUTE_MS },
  ],
  shiftSeconds: 90,
  refusalSeconds: [60],
};

/** Telegram: about one a second for each chat. */
export const TELEGRAM_PACE: Pace = { ...UNLIMITED, limits: [{ messages: 1, perMs: 1000 }] };
