import { defineMessages } from '../../i18n/messages';

/** Why a stock has no chip distribution. */
export const chipWarningMessages = defineMessages({
  zh: {
    no_permission: '没有权限',
    rate_limited: '请求受限',
    no_market_data: '没有行情',
    short_history: '上市时间太短',
    vendor_error: '数据商出错',
  },
  en: {
    no_permission: 'No permission',
    rate_limited: 'Too many requests',
    no_market_data: 'No market data',
    short_history: 'Listed too short a time',
    vendor_error: 'The vendor failed',
  },
});
