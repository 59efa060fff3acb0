import { defineMessages } from './define-messages';

/** Units of what a screen shows of a hit. */
export const EVIDENCE_MESSAGES = defineMessages({
  zh: { times: '倍', yuan: '元', yi: '亿', lots: '手', bars: '根', days: '天', yes: '是', no: '否' },
  en: { times: 'x', yuan: 'yuan', yi: '100m', lots: 'lots', bars: 'bars', days: 'days', yes: 'yes', no: 'no' },
});
