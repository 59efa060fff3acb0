import type { ChannelEvent, Message } from '#lib/notifications/testing';

/** A scan with 35 hits, of which the digest names ten. */
export const SAMPLE_MESSAGE: Message = {
  title: '扫描完成：35 只，较昨日新增 12 只',
  lines: [
    '600000 浦发银行 缩量 0.42，距年线 -3.1%',
    '000001 平安银行 缩量 0.38，距年线 -1.7%',
    '600519 贵州茅台 缩量 0.51，距年线 +0.4%',
    '300750 宁德时代 缩量 0.47，距年线 -2.2%',
    '601318 中国平安 缩量 0.36，距年线 -4.0%',
    '002594 比亚迪 缩量 0.44，距年线 +1.2%',
    '600036 招商银行 缩量 0.40，距年线 -0.8%',
    '000858 五粮液 缩量 0.49，距年线 -2.9%',
    '601012 隆基绿能 缩量 0.33，距年线 -5.6%',
    '600001 *ST <邯钢> & Co 缩量 0.45，距年线 -3.3%',
  ],
  total: 35,
  link: 'https://cycle.example.com/scans/42?day=2026-11-27',
};

export const SAMPLE_EVENT: ChannelEvent = {
  id: 'evt_42',
  type: 'scan.completed',
  timestamp: '2026-11-27T10:05:00.000Z',
  data: { scanId: 42, day: '2026-11-27', hits: 35, added: 12, codes: ['600000', '000001', '600519'] },
};
