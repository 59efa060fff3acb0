import type { Language } from '../../preferences/preferences';

/** Sentences of the server on a study, and their Chinese; values are taken over in their order. */
const SENTENCES: readonly (readonly [english: RegExp, chinese: (...values: string[]) => string])[] = [
  [/^stocks that left the exchange are missing: /, () => '行情里没有已退市的股票：数字只属于活下来的，比实际更好看。'],
  [/^nothing says which stocks were under special treatment/, () => '行情里没有 ST 记录：ST 股票也在样本里。'],
  [/^market caps are not known: /, () => '行情里没有市值：不按市值分组，对照组也不按市值匹配。'],
  [/^the market has no bars of (\S{1,9}) open days of the span$/, (days = '') => `区间里有 ${days} 个交易日没有行情。`],
  [
    /^signals from (\S{10}) to (\S{10}), each /,
    (from = '', to = '') => `命中日从 ${from} 至 ${to}，每次只用当天收盘后已知的数据。`,
  ],
  [/^bought at the open of the first day /, () => '以次日起第一个开盘未涨停的交易日开盘价买入，最多等五个交易日。'],
  [/^sold at the close of the horizon/, () => '持有期最后一天收盘卖出；停牌或一字跌停则等到之后第一个能卖的收盘。'],
  [/^a stock that leaves the exchange is sold /, () => '期间退市的以最后一个收盘价卖出。'],
  [/^no case of a stock while another one /, () => '同一只股票在最长持有期内只算一个样本。'],
  [/^every hit is a case, /, () => '每次命中都算一个样本，同一只股票可以同时有几个。'],
  [
    /^excess is the gross return less /,
    () => '超额：毛收益减去同期的中位股票（前一晚通过过滤、买入日有成交的全部股票，不看市值上下限）。',
  ],
  [/^matched controls: /, () => '对照组：同日未命中、流通市值与 60 日涨幅、波动都在同一个五分位的股票，最多 20 只。'],
  [
    /^costs: commission (\S{1,12}) bp a side, at least (\S{1,12}) yuan of (\S{1,12}); stamp duty of sales ([^;]{1,40}); transfer fee by date; slippage (\S{1,12}) bp a side$/,
    (commission = '', least = '', notional = '', stamp = '', slippage = '') =>
      `费用：佣金单边万分之 ${commission}，每笔 ${notional} 元、至少 ${least} 元；卖出印花税${dutyOf(stamp)}；过户费按当时规定；滑点单边 ${slippage} 个基点。`,
  ],
  [/^prices are adjusted for dividends, /, () => '价格按同一套复权因子处理分红、送股和配股。'],
  [/^intervals hold 95 %: /, () => '区间为 95%：按日聚集并计入重叠的区间与平稳自助法（2,000 次）中较宽的一个。'],
];

/** A sentence of the server on a study in the chosen language; as the server has it where it is not known. */
export function studyNote(sentence: string, language: Language): string {
  if (language === 'en') return sentence;
  for (const [english, chinese] of SENTENCES) {
    const found = english.exec(sentence);
    if (found !== null) return chinese(...found.slice(1));
  }
  return sentence;
}

function dutyOf(stamp: string): string {
  const points = /^(\S{1,12}) bp$/.exec(stamp)?.[1];
  return points === undefined ? '按当时税率' : ` ${points} 个基点`;
}
