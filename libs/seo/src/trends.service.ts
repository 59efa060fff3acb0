import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import { type CountedPage, countedPage, MOST_COUNTED } from './counted-page';
import { parseTrendGeo } from './domain/trend-geo';
import { foldKeyword } from './domain/fold-keyword';
import { SeoKeyword } from './persistence/seo-keyword.entity';
import {
  countTrends,
  linkTrend,
  listTrends,
  type TrendDetail,
  trendDetail,
  type TrendListRow,
  findTrend,
  type TrendRecord,
} from './persistence/trend-lookup.query';

/** Search-engine trends of keywords. */
@Injectable()
export class TrendsService {
  constructor(private readonly db: Database) {}

  /** A trend keyword with its newest rows and its keyword record. @throws AppError `not_found`. */
  async find(keyword: string, period?: string, geo?: string): Promise<TrendRecord> {
    const region = geo === undefined ? undefined : parseTrendGeo(geo);
    const record = await findTrend(this.db.reads, foldKeyword(keyword), { period: period?.toLowerCase(), geo: region });
    if (record !== undefined) return record;
    const shown = JSON.stringify([...keyword].slice(0, 80).join(''));
    throw AppError.notFound(`no trend keyword was found for ${shown}`);
  }

  async list(request: {
    search?: string | undefined;
    limit: number;
    offset: number;
  }): Promise<CountedPage<TrendListRow>> {
    const { search, limit, offset } = request;
    const folded = foldKeyword(search ?? '');
    const [rows, count] = await Promise.all([
      listTrends(this.db.reads, folded, { limit, offset }),
      countTrends(this.db.reads, folded, MOST_COUNTED + 1),
    ]);
    return countedPage(rows, count, { limit, offset });
  }

  /** A trend keyword by its id, with the rows that a line is drawn from. @throws AppError `not_found`. */
  async get(trendId: number): Promise<TrendDetail> {
    const detail = await trendDetail(this.db.reads, trendId);
    if (detail === undefined) throw AppError.notFound('there is no such trend keyword');
    return detail;
  }

  /** Links a trend keyword to a keyword record, or (null) to none. @throws AppError `not_found` for either. */
  async link(trendId: number, keywordId: number | null): Promise<TrendListRow> {
    const keywords = this.db.repository(SeoKeyword);
    if (keywordId !== null && !(await keywords.existsBy({ id: keywordId, deletedAt: IsNull() }))) {
      throw AppError.notFound('there is no such keyword');
    }
    const row = await linkTrend(this.db, trendId, keywordId);
    if (row === undefined) throw AppError.notFound('there is no such trend keyword');
    return row;
  }
}
