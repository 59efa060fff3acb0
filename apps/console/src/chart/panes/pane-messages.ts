import { defineMessages } from '../../i18n/messages';
import { MACD_SETTLED } from './macd';

/** What each pane's values are. */
export const paneMessages = defineMessages({
  zh: {
    macd: (day: string) =>
      `与公式 MACD(12,26,9) 相同，从 ${day} 的首根起算；若此前已有交易，前 ${MACD_SETTLED} 根与历史更长的软件不同`,
    kdj: (day: string) => `与公式 KDJ(9,3,3) 相同，从 ${day} 起的第 9 根开始；连续 9 根同价处无值`,
  },
  en: {
    macd: (day) =>
      `As MACD(12,26,9) in a formula, from the bar of ${day} on: if the stock traded before it, the first ${MACD_SETTLED} values differ from those of a longer history`,
    kdj: (day) =>
      `As KDJ(9,3,3) in a formula, from the ninth bar from ${day} on; no value where nine bars have one price`,
  },
});
