import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import { initialsPrefix } from '../domain/initials-prefix';
import { todaysCode } from '../persistence/code-changes.query';
import {
  FIND_STOCK,
  type FoundStock,
  SEARCH_STOCKS,
  SELECT_STOCK,
  type StockDetail,
} from '../persistence/stocks.query';
import { searchName } from './stock-search';

/** The stocks of the market: looked up, searched. */
@Injectable()
export class StocksService {
  constructor(private readonly db: Database) {}

  /** Best first: the code itself, codes that begin so, pinyin initials, names. A blank text finds the first codes. */
  async search(text: string, page: { limit: number; offset: number }): Promise<{ items: FoundStock[]; total: number }> {
    const name = searchName(text);
    const digits = /^[0-9]{0,6}$/.test(name) ? name : undefined;
    const [found] = await this.db.reads.query<{ items: FoundStock[]; total: number }>(SEARCH_STOCKS, [
      name,
      digits?.padEnd(6, '0') ?? null,
      digits?.padEnd(6, '9') ?? null,
      initialsPrefix(name),
      name === '' ? null : name.replaceAll(/[\\%_]/g, String.raw`\$&`),
      page.limit,
      page.offset,
    ]);
    return found ?? { items: [], total: 0 };
  }

  /** @throws AppError `not_found` for a code that the market data doesn't know. */
  async require(given: string): Promise<{ code: string; formerCode: string | null; name: string | null }> {
    const code = await todaysCode(this.db.reads, given);
    const [stock] = await this.db.reads.query(FIND_STOCK, [code]);
    return stock ?? unknown(code);
  }

  /** @throws AppError `not_found`. */
  async get(given: string): Promise<StockDetail> {
    const code = await todaysCode(this.db.reads, given);
    const [stock] = await this.db.reads.query(SELECT_STOCK, [code]);
    return stock ?? unknown(code);
  }
}

function unknown(code: string): never {
  throw AppError.notFound(`the market data has no stock ${code}`);
}
