import { defineMessages } from './define-messages';

export const CYQ_MESSAGES = defineMessages({
  zh: {
    group: '会话的筹码分布缓存',
    sync: '刷新所有进行中会话的筹码分布',
    session: '只刷新这些会话',
    chips: '筹码',
    code: '代码',
    reason: '原因',
    detail: '说明',
    no_permission: '没有权限',
    rate_limited: '调用受限',
    no_market_data: '没有行情',
    short_history: '上市时间短',
    vendor_error: '数据商出错',
    summary: (requested: number, updated: number, unchanged: number, failed: number, calls: number) =>
      `${requested} 个会话：更新 ${updated}，不变 ${unchanged}，没有筹码 ${failed}；调用数据商 ${calls} 次。`,
  },
  en: {
    group: 'the cached chip distributions of sessions',
    sync: 'refresh those of all open sessions',
    session: 'only these sessions',
    chips: 'Chips',
    code: 'code',
    reason: 'reason',
    detail: 'detail',
    no_permission: 'no_permission',
    rate_limited: 'rate_limited',
    no_market_data: 'no_market_data',
    short_history: 'short_history',
    vendor_error: 'vendor_error',
    summary: (requested, updated, unchanged, failed, calls) =>
      `${requested} sessions: ${updated} updated, ${unchanged} unchanged, ${failed} without chips; ` +
      `${calls} calls to the vendor.`,
  },
});
