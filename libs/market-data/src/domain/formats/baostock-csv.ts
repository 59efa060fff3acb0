import { capFromTurnover } from './find-bar-error';
import type { BarFileFormat } from './bar-file-parser';
import { CsvBarParser } from './csv-bar-parser';
import { InvalidFileError } from './invalid-file-error';

const UNADJUSTED = '3';

/**
 * BaoStock's `query_history_k_data_plus`, unadjusted. Volume in shares, `preclose` ex-right; a suspended day is a row with
 * `tradestatus` 0 whose prices repeat the previous close and whose turnover is empty.
 */
export const baostockCsv: BarFileFormat = (_fileName, sink) =>
  new CsvBarParser((header) => {
    const date = header.require('date');
    const code = header.require('code');
    const open = header.require('open');
    const high = header.require('high');
    const low = header.require('low');
    const close = header.require('close');
    const preClose = header.require('preclose');
    const volume = header.require('volume');
    const amount = header.require('amount');
    const turnover = header.require('turn');
    const tradeStatus = header.require('tradestatus');
    const isSt = header.require('isST');
    const adjustFlag = header.optional('adjustflag');
    return {
      code: (row) => row.code(code),
      read: (row, bar) => {
        bar.day = row.day(date);
        if (adjustFlag >= 0 && row.text(adjustFlag) !== UNADJUSTED) {
          throw new InvalidFileError(row.line, 'the prices are adjusted (adjustflag is not 3); export them unadjusted');
        }
        if (row.number(tradeStatus) === 0) return false;
        bar.open = row.number(open);
        bar.high = row.number(high);
        bar.low = row.number(low);
        bar.close = row.number(close);
        bar.preClose = row.optionalNumber(preClose);
        bar.volume = Math.round(row.number(volume));
        bar.amount = row.optionalNumber(amount);
        bar.turnoverPct = row.optionalNumber(turnover);
        bar.circMarketCap = capFromTurnover(bar.close, bar.volume, bar.turnoverPct);
        bar.isSt = row.number(isSt) !== 0;
        return bar.volume !== 0;
      },
    };
  }, sink);
