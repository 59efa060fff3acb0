import { Injectable } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import { type CountedPage, countedPage, MOST_COUNTED } from './counted-page';
import {
  type BacklinkMatch,
  type BacklinkRow,
  backlinkUrls,
  countBacklinks,
  listBacklinks,
} from './persistence/backlink-lookup.query';
import { SeoBacklink } from './persistence/seo-backlink.entity';
import { restoreDeleted, softDelete } from './persistence/soft-delete.query';
import { parseSiteDomain } from './site-domain';

/** Source URLs that a lookup by domain returns. */
const LOOKUP_ROWS = 5;

/** Pages that link to us. */
@Injectable()
export class BacklinksService {
  constructor(private readonly db: Database) {}

  /** The best linking pages of a domain. @param domain normalised, as `parseSiteDomain` gives it. */
  async bySource(domain: string, match: BacklinkMatch): Promise<string[]> {
    return (await backlinkUrls(this.db.reads, domain, match, LOOKUP_ROWS)).map(({ fromUrl }) => fromUrl);
  }

  /** @throws AppError 400 if pages of a host are requested and `search` is no domain. */
  async list(request: {
    search?: string | undefined;
    match: BacklinkMatch;
    deleted: boolean;
    limit: number;
    offset: number;
  }): Promise<CountedPage<BacklinkRow>> {
    const { search = '', match, deleted, limit, offset } = request;
    const text = search.trim().toLowerCase();
    const host = match === 'host' && text !== '' ? parseSiteDomain(text) : undefined;
    if (match === 'host' && text !== '' && host === undefined) {
      const message = 'must be a domain such as example.com where match is host';
      throw AppError.invalid(`search ${message}`, [{ field: 'search', message }]);
    }
    const conditions = { text, host, deleted };
    const [rows, count] = await Promise.all([
      listBacklinks(this.db.reads, conditions, { limit, offset }),
      countBacklinks(this.db.reads, conditions, MOST_COUNTED + 1),
    ]);
    return countedPage(rows, count, { limit, offset });
  }

  /** @throws AppError `not_found`. */
  async remove(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (!(await softDelete(tx, SeoBacklink, id))) throw AppError.notFound('there is no such backlink');
      await recordAct(tx, { action: 'seo.backlink_deleted', subjectId: id });
    });
  }

  /** @throws AppError `not_found`. */
  async restore(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (!(await restoreDeleted(tx, SeoBacklink, id))) throw AppError.notFound('there is no such backlink');
      await recordAct(tx, { action: 'seo.backlink_restored', subjectId: id });
    });
  }
}
