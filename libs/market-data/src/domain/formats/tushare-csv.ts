import type { BarFileFormat } from './bar-file-parser';
import { CsvBarParser } from './csv-bar-parser';

const SHARES_PER_LOT = 100;
const YUAN_PER_UNIT = 1000;

/**
 * Tushare Pro's `daily`, unadjusted, newest first: volume in lots, amount in thousand yuan, `pre_close` ex-right.
 * It has no turnover, so that a market cap needs the number of shares from elsewhere.
 */
export const tushareCsv: BarFileFormat = (_fileName, sink) =>
  new CsvBarParser((header) => {
    const code = header.require('ts_code');
    const date = header.require('trade_date');
    const open = header.require('open');
    const high = header.require('high');
    const low = header.require('low');
    const close = header.require('close');
    const preClose = header.require('pre_close');
    const volume = header.require('vol');
    const amount = header.require('amount');
    return {
      code: (row) => row.code(code),
      read: (row, bar) => {
        bar.day = row.day(date);
        bar.open = row.number(open);
        bar.high = row.number(high);
        bar.low = row.number(low);
        bar.close = row.number(close);
        bar.preClose = row.optionalNumber(preClose);
        // Lots come with two decimals, so that shares are whole; rounding undoes the binary fraction, to the fen below.
        bar.volume = Math.round(row.number(volume) * SHARES_PER_LOT);
        const thousands = row.optionalNumber(amount);
        bar.amount = thousands === null ? null : Math.round(thousands * YUAN_PER_UNIT * 100) / 100;
        return bar.volume !== 0;
      },
    };
  }, sink);
