import { Tushare, type TushareAnswer, TushareFault } from './tushare';

/** Stands where no token was given. */
export class UnconfiguredTushare extends Tushare {
  override async query(): Promise<TushareAnswer> {
    throw new TushareFault('not_configured', 'no TUSHARE_TOKEN is set, so Tushare can not be asked', null, 0);
  }
}
