import type { CycleEvent } from '#lib/tracking';

/** Names and rules of the events in both languages (domain.md, section 1). */
export const OWN_EVENT_WORDS: Readonly<Record<CycleEvent, Readonly<Record<'zh' | 'en', readonly [string, string]>>>> = {
  PS: {
    zh: ['PS 初步支撑', '较 60 日最高收盘跌 12% 以上，新低前后放量、收离低点，波幅还不算恐慌。'],
    en: [
      'PS, preliminary support',
      'Volume and a close off the low near a new low, 12 % or more under the high close.',
    ],
  },
  SC: {
    zh: ['SC 恐慌抛售', '大跌后的 60 日新低，放量、宽幅、收离低点。'],
    en: ['SC, selling climax', 'A new 60-bar low after a long fall, wide and on high volume, that closes off its low.'],
  },
  AR: {
    zh: ['AR 自动反弹', 'SC 后 25 日内反弹到位并回落 1 ATR，定出区间上沿。'],
    en: ['AR, automatic rally', 'The rally after a selling climax has turned by an ATR: the range has its upper edge.'],
  },
  SPRING: {
    zh: ['SPRING 弹簧', '跌破区间下沿后当日或三日内收回。'],
    en: ['SPRING', 'A dip under the support of the range that closes over it the same day or within three bars.'],
  },
  TSO: {
    zh: ['TSO 终极震仓', '放量深跌破区间下沿，五日内收回。'],
    en: ['TSO, terminal shakeout', 'A deep dip under the support on volume, bought back within five bars.'],
  },
  SOS: {
    zh: ['SOS 强势信号', '放量大涨，收在区间上部。'],
    en: ['SOS, sign of strength', 'A wide rise on volume that closes in the upper part of the range.'],
  },
  LPS: {
    zh: ['LPS 最后支撑点', 'SOS 后缩量回落，再收过前一日高点。'],
    en: ['LPS, last point of support', 'A quiet pullback after a sign of strength, then a close over the high before.'],
  },
  JAC: {
    zh: ['JAC 跃过小溪', 'SOS 收过区间上沿。'],
    en: ['JAC, jump across the creek', 'A sign of strength that closes over the resistance.'],
  },
  BU: {
    zh: ['BU 回踩', 'JAC 后缩量回踩区间上沿，再转强。'],
    en: ['BU, back-up', 'After a jump a quiet pullback to the resistance that turns up.'],
  },
  PSY: {
    zh: ['PSY 初步供应', '较 60 日最低收盘涨 12% 以上，新高前后放量、收离高点。'],
    en: [
      'PSY, preliminary supply',
      'Volume and a close off the high near a new high, 12 % or more over the low close.',
    ],
  },
  BC: {
    zh: ['BC 抢购高潮', '大涨后的 60 日新高，放量、宽幅、收离高点。'],
    en: [
      'BC, buying climax',
      'A new 60-bar high after a long rise, wide and on high volume, that closes off its high.',
    ],
  },
  ARE: {
    zh: ['ARE 自动回落', 'BC 后回落到位并反抽 1 ATR，定出区间下沿。'],
    en: [
      'ARE, automatic reaction',
      'The fall after a buying climax has turned by an ATR: the range has its lower edge.',
    ],
  },
  UTAD: {
    zh: ['UTAD 派发后的上冲', '区间已老、有过 ST 或 SOW 之后的上冲回落。'],
    en: ['UTAD, upthrust after distribution', 'An upthrust of an old range that has seen an ST or SOW.'],
  },
  SOW: {
    zh: ['SOW 弱势信号', '放量大跌，收在区间下部。'],
    en: ['SOW, sign of weakness', 'A wide fall on volume that closes in the lower part of the range.'],
  },
  LPSY: {
    zh: ['LPSY 最后供应点', 'SOW 后缩量反弹，再收破前一日低点。'],
    en: ['LPSY, last point of supply', 'A quiet rally after a sign of weakness, then a close under the low before.'],
  },
  FTI: {
    zh: ['FTI 跌破冰线', 'SOW 收破区间下沿。'],
    en: ['FTI, fall through the ice', 'A sign of weakness that closes under the support.'],
  },
  ST: {
    zh: ['ST 二次测试', '缩量、窄幅回到 SC 或 BC 的价位，收离极值。'],
    en: ['ST, secondary test', 'Back at the price of the climax on less volume and range, closing off the extreme.'],
  },
  TEST: {
    zh: ['TEST 测试', '弹簧之后缩量、低点抬高的回落。'],
    en: ['TEST', 'A quiet higher low after a spring.'],
  },
  UT: {
    zh: ['UT 上冲回落', '冲过区间上沿后收回区间内。'],
    en: ['UT, upthrust', 'A high over the resistance that closes back in the range.'],
  },
  EVR: {
    zh: ['EVR 努力与结果', '在区间边缘放量而几乎不涨不跌。'],
    en: ['EVR, effort against result', 'High volume and little change at an edge of the range.'],
  },
  SOT: {
    zh: ['SOT 推进缩短', '连续三个极值，每次推进都明显更短。'],
    en: ['SOT, shortening of thrust', 'Three extremes in a row, each thrust much shorter than the last.'],
  },
};
