import { VendorError } from '#lib/market-data';
import { Tushare, type TushareResponse } from './tushare';

/** Stands where no token was given. */
export class UnconfiguredTushare extends Tushare {
  override async query(): Promise<TushareResponse> {
    throw new VendorError('not_configured', 'no TUSHARE_TOKEN is set, so Tushare can not be asked', null, 0);
  }
}
