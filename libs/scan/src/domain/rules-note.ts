import type { ScanOptions } from './scan-options';
import { PRIOR_WINDOW_DAYS, type ScanRequest, type ScanWindow } from './scan-request';

/** The rules of a scan in one Chinese sentence with the numbers used. */
export function rulesNote(request: ScanRequest, window: ScanWindow): string {
  return (
    `取 ${request.startDate} 至 ${request.endDate}（${window.tradingDays} 个交易日）区间内的最低成交量，` +
    `且 ${request.startDate} 之前 ${PRIOR_WINDOW_DAYS} 个交易日（自 ${window.priorStart} 起）没有任何一日成交量低于它；` +
    `入场日为区间内最近的最低量日，当日涨停者剔除；` +
    `流通市值 ${request.circMktMinYi}–${request.circMktMaxYi} 亿元，上市不足窗口者不计${optionsNote(request.options)}。`
  );
}

function optionsNote(options: ScanOptions): string {
  const { volumeBasis, excludeLocked, excludeSt, minPriorBars, capTolerancePct, skipClosedDays } = options;
  const notes = [
    volumeBasis === 'shares_adjusted' ? '成交量按送转股折算为区间末日的股数' : '',
    excludeLocked ? '一字板不计入两个窗口' : '',
    excludeSt ? '入场日为 ST 者剔除' : '',
    minPriorBars > 0 ? `窗口内少于 ${minPriorBars} 根 K 线者按上市不足计` : '',
    capTolerancePct > 0 ? `流通市值上下限各放宽 ${capTolerancePct}%` : '',
    skipClosedDays > 0 ? `近 ${skipClosedDays} 天内由人结束或删除的同一入场日不再新建` : '',
  ];
  return notes.map((note) => (note === '' ? '' : `；${note}`)).join('');
}
