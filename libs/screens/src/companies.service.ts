import { Injectable } from '@nestjs/common';
import { CompanyScoresService } from '#lib/ai';
import type { BarMatrix } from '#lib/bar-matrix';
import type { CalendarDay } from '#lib/kernel';
import type { ScreenNeeds } from './domain/screen';
import { MarketCompanies, type SharedCompanies } from './engine/market-companies';

/** Scores of companies for screens. */
@Injectable()
export class CompaniesService {
  constructor(private readonly scores: CompanyScoresService) {}

  /** Whether the market can serve screens that need reports. */
  has(): Promise<boolean> {
    return this.scores.has();
  }

  /** The scores on a day; undefined for a screen that needs none. */
  async read({ reports }: ScreenNeeds, matrix: BarMatrix, asOf: CalendarDay): Promise<SharedCompanies | undefined> {
    if (reports !== true) return undefined;
    const shared = MarketCompanies.allocate(matrix.facts.stocks.length);
    const companies = new MarketCompanies(shared);
    for (const { code, ...values } of await this.scores.read(asOf)) {
      const stockNo = matrix.stockNoOf(code);
      if (stockNo !== undefined) companies.set(stockNo, values);
    }
    return shared;
  }
}
