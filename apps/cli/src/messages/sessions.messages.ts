import { defineMessages } from './define-messages';

export const SESSIONS_MESSAGES = defineMessages({
  zh: {
    group: '跟踪会话的维护',
    rebuild: '重新计算所有进行中会话的行情数字；正常情况下不会有变化',
    unchanged: '所有数字都是对的。',
    changed: (rows: number) => `更正了 ${rows} 行。`,
  },
  en: {
    group: 'upkeep of tracking sessions',
    rebuild: 'compute the market figures of all open sessions again; it should find nothing to change',
    unchanged: 'All figures were as they should be.',
    changed: (rows) => `${rows} ${rows === 1 ? 'row has' : 'rows have'} changed.`,
  },
});
