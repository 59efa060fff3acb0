import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { type CountedPage, countedPage, MOST_COUNTED } from './counted-page';
import type { CompetitorValues } from './domain/competitor-values';
import {
  type CompetitorRecord,
  countCompetitors,
  listCompetitors,
  saveCompetitor,
} from './persistence/competitor.query';

/** Competitors' sites, one record a domain. */
@Injectable()
export class CompetitorsService {
  constructor(private readonly db: Database) {}

  /**
   * Creates the record of a domain, or updates it; a field that is left out keeps its value, null clears it.
   * @param domain normalised, as `parseSiteDomain` gives it.
   */
  save(domain: string, values: Partial<CompetitorValues>): Promise<{ record: CompetitorRecord; created: boolean }> {
    return saveCompetitor(this.db, domain, values);
  }

  async list(request: {
    search?: string | undefined;
    limit: number;
    offset: number;
  }): Promise<CountedPage<CompetitorRecord>> {
    const { search, limit, offset } = request;
    const text = (search ?? '').trim().toLowerCase();
    const [rows, count] = await Promise.all([
      listCompetitors(this.db.reads, text, { limit, offset }),
      countCompetitors(this.db.reads, text, MOST_COUNTED + 1),
    ]);
    return countedPage(rows, count, { limit, offset });
  }
}
