import { readVendorCode } from '../stock-code';
import { capFromTurnover } from './find-bar-error';
import type { BarFileFormat } from './bar-file-parser';
import { CsvBarParser } from './csv-bar-parser';
import { InvalidFileError, shown } from './invalid-file-error';

const SHARES_PER_LOT = 100;

/**
 * East Money's daily bars as akshare's `stock_zh_a_hist` saves them, unadjusted. The order is open, CLOSE, high, low;
 * volume is in lots. Its change columns are against the raw previous close, so no ex-right close comes from here.
 * Files from before 2024 have no column 股票代码: the file's name is the code then.
 */
export const eastmoneyCsv: BarFileFormat = (fileName, sink) =>
  new CsvBarParser((header) => {
    const date = header.require('日期');
    const open = header.require('开盘');
    const close = header.require('收盘');
    const high = header.require('最高');
    const low = header.require('最低');
    const volume = header.require('成交量');
    const amount = header.require('成交额');
    const turnover = header.require('换手率');
    const code = header.optional('股票代码');
    const named = readVendorCode(fileName.replace(/\.csv$/i, ''));
    if (code < 0 && named === undefined) {
      throw new InvalidFileError(
        1,
        `there is no column 股票代码, and the file name ${shown(fileName)} is not a stock code`,
      );
    }
    return {
      code: (row) => (code < 0 && named !== undefined ? named : row.code(code)),
      read: (row, bar) => {
        bar.day = row.day(date);
        bar.open = row.number(open);
        bar.close = row.number(close);
        bar.high = row.number(high);
        bar.low = row.number(low);
        bar.volume = Math.round(row.number(volume) * SHARES_PER_LOT);
        bar.amount = row.optionalNumber(amount);
        bar.turnoverPct = row.optionalNumber(turnover);
        bar.circMarketCap = capFromTurnover(bar.close, bar.volume, bar.turnoverPct);
        return bar.volume !== 0;
      },
    };
  }, sink);
