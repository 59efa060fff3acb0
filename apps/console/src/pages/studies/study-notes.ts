import { NO_MONEY_FLOW } from '../../parts/failure-messages';
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
  // Portfolios
  [/^Shares are held in adjusted units: /, () => '股数按复权单位：分红与送转按当日价格再投入，不计税费。'],
  [/^A hit is bought at the first open /, () => '命中后五个交易日内第一个未涨停的开盘买入；那时没有空仓位就放弃。'],
  [/^Exits are decided at a close /, () => '收盘判断卖出，下一个未跌停的开盘成交；天数从开盘数到开盘。'],
  [/^A purchase may spend /, () => '每次买入最多用前一晚权益除以仓位数，并以现金为限。'],
  [/^A purchase takes at most 5 % /, () => '每次买入最多占该股当日成交额的 5%；卖出不限；成交额未知则不限。'],
  [/^A stock that leaves the exchange is sold /, () => '退市的股票次日按最后一个收盘价卖出。'],
  [/^What is held at the end /, () => '期末仍持有的按最后收盘价计，不扣卖出费用。'],
  [/^A year has 244 open days; /, () => '一年按 244 个交易日；无风险利率为 0。'],
  // Why a study failed
  [/^the market has no bars from (\S{10}) to (\S{10})$/, (from = '', to = '') => `从 ${from} 至 ${to} 没有行情。`],
  [
    /^the screen has (\d{1,12}) hits over the span, at most (\d{1,12}) /,
    (hits = '', most = '') => `区间里有 ${hits} 次命中，最多检验 ${most} 次；请缩短区间或收紧条件。`,
  ],
  [/^this version of the screen is not kept$/, () => '选股的这个版本已不保留。'],
  [/^no screen has this id$/, () => '选股已被删除。'],
  [/^the screen can't be run: the market has no bars yet$/, () => '还没有行情。'],
  [/^the screen can't be run: the market has no complete day yet$/, () => '行情还没有一个完整的交易日。'],
  [/^the screen can't be run: it needs 资金流向 /, () => NO_MONEY_FLOW],
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
