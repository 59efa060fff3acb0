import { Injectable } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import { foldKeyword } from './domain/fold-keyword';
import { keywordHistory, type KeywordHistoryRow } from './persistence/keyword-history.query';
import {
  countKeywords,
  exactKeyword,
  findKeywords,
  type KeywordRecord,
  type KeywordRow,
  listKeywords,
} from './persistence/keyword-lookup.query';
import { SeoKeyword } from './persistence/seo-keyword.entity';
import { restoreDeleted, softDelete } from './persistence/soft-delete.query';
import { type CountedPage, countedPage, MOST_COUNTED } from './counted-page';

export interface KeywordListRequest {
  search?: string | undefined;
  language?: string | undefined;
  market?: string | undefined;
  source?: string | undefined;
  deleted: boolean;
  limit: number;
  offset: number;
}

/** Keywords with their search volume, difficulty and prices. */
@Injectable()
export class KeywordsService {
  constructor(private readonly db: Database) {}

  /** The keyword that equals `keyword` after trimming and case folding. @throws AppError `not_found`. */
  async exact(keyword: string, language?: string): Promise<KeywordRecord> {
    const record = await exactKeyword(this.db.reads, foldKeyword(keyword), language?.toLowerCase());
    if (record === undefined) throw notFound(keyword);
    return record;
  }

  /** Keywords that contain `keyword`, those with the highest volume first. @throws AppError `not_found` if none does. */
  async fuzzy(keyword: string, limit: number, language?: string): Promise<KeywordRecord[]> {
    const search = { folded: foldKeyword(keyword), language: language?.toLowerCase() };
    const records = await findKeywords(this.db.reads, search, { limit, offset: 0 });
    if (records.length === 0) throw notFound(keyword);
    return records;
  }

  async list({
    search,
    language,
    market,
    source,
    deleted,
    limit,
    offset,
  }: KeywordListRequest): Promise<CountedPage<KeywordRow>> {
    const conditions = { folded: foldKeyword(search ?? ''), language, market, source, deleted };
    const [rows, count] = await Promise.all([
      listKeywords(this.db.reads, conditions, { limit, offset }),
      countKeywords(this.db.reads, conditions, MOST_COUNTED + 1),
    ]);
    return countedPage(rows, count, { limit, offset });
  }

  /** Metrics that newer imports replaced, the latest first; of a deleted keyword too. @throws AppError `not_found`. */
  async history(
    id: number,
    page: { limit: number; offset: number },
  ): Promise<{ rows: KeywordHistoryRow[]; total: number }> {
    if (!(await this.db.repository(SeoKeyword).existsBy({ id }))) throw AppError.notFound('there is no such keyword');
    return keywordHistory(this.db.reads, id, page);
  }

  /** @throws AppError `not_found`. */
  async remove(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (!(await softDelete(tx, SeoKeyword, id))) throw AppError.notFound('there is no such keyword');
      await recordAct(tx, { action: 'seo.keyword_deleted', subjectId: id });
    });
  }

  /** @throws AppError `not_found`. */
  async restore(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (!(await restoreDeleted(tx, SeoKeyword, id))) throw AppError.notFound('there is no such keyword');
      await recordAct(tx, { action: 'seo.keyword_restored', subjectId: id });
    });
  }
}

function notFound(keyword: string): AppError {
  return AppError.notFound(`no keyword was found for ${JSON.stringify([...keyword].slice(0, 80).join(''))}`);
}
