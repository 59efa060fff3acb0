import { Injectable } from '@nestjs/common';
import { CompanyScoresService, type IndustryCodes } from '#lib/ai';
import type { BarMatrix } from '#lib/bar-matrix';
import type { CalendarDay } from '#lib/kernel';
import type { ScreenNeeds } from './domain/screen';
import { MarketCompanies, type SharedCompanies } from './engine/market-companies';

/** Days of a matrix, by their positions. */
interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** The scores of an industry's companies over days, and the numbers of their stocks. */
export interface ScoredIndustry {
  readonly companies: SharedCompanies;
  readonly stockNos: readonly number[];
}

/** Scores of companies for screens. */
@Injectable()
export class CompaniesService {
  constructor(private readonly scores: CompanyScoresService) {}

  /** Whether the market can serve screens that need reports. */
  has(): Promise<boolean> {
    return this.scores.has();
  }

  /** A text that changes with what the scores follow from beyond the bars; null for a screen that needs none. */
  async revision({ reports }: ScreenNeeds): Promise<string | null> {
    return reports === true ? this.scores.reportsRevision() : null;
  }

  /** The scores on a day; undefined for a screen that needs none. */
  async read({ reports }: ScreenNeeds, matrix: BarMatrix, asOf: CalendarDay): Promise<SharedCompanies | undefined> {
    const dayNo = matrix.dayNoOf(asOf);
    if (reports !== true || dayNo === undefined) return undefined;
    const stocks = matrix.facts.stocks.length;
    const all = Array.from({ length: stocks }, (_, stockNo) => stockNo);
    const shared = MarketCompanies.allocate({ firstDayNo: dayNo, days: 1, stocks }, all);
    const companies = new MarketCompanies(shared);
    for (const { code, ...values } of await this.scores.read(asOf)) {
      const stockNo = matrix.stockNoOf(code);
      if (stockNo !== undefined) companies.set(stockNo, dayNo, values);
    }
    return shared;
  }

  /** In what order {@link readDays} is asked for the companies of the market. */
  industries(): Promise<IndustryCodes[]> {
    return this.scores.industries();
  }

  /** The scores of an industry's companies over the days of a span. */
  readDays(industry: IndustryCodes, matrix: BarMatrix, span: DaySpan, signal: AbortSignal): Promise<ScoredIndustry> {
    return this.score(industry, industry.codes, { matrix, span, signal });
  }

  /** The scores of one company over the days of a span. Its industry is read too: it is compared with it. */
  async readStock(code: string, matrix: BarMatrix, span: DaySpan, signal: AbortSignal): Promise<SharedCompanies> {
    const industry = (await this.scores.industryOf(code)) ?? { industry: null, codes: [] };
    return (await this.score(industry, [code], { matrix, span, signal })).companies;
  }

  private async score(
    industry: IndustryCodes,
    codes: readonly string[],
    { matrix, span: { from, to }, signal }: { matrix: BarMatrix; span: DaySpan; signal: AbortSignal },
  ): Promise<ScoredIndustry> {
    const numbers = new Map(
      codes.flatMap((code) => {
        const stockNo = matrix.stockNoOf(code);
        return stockNo === undefined ? [] : [[code, stockNo] as const];
      }),
    );
    const stockNos = [...numbers.values()];
    const place = { firstDayNo: from, days: to - from + 1, stocks: matrix.facts.stocks.length };
    const shared = MarketCompanies.allocate(place, stockNos);
    if (stockNos.length === 0) return { companies: shared, stockNos };
    const companies = new MarketCompanies(shared);
    await this.scores.readDays(
      industry,
      matrix.facts.days.slice(from, to + 1),
      (code, index, score) => {
        const stockNo = numbers.get(code);
        if (stockNo !== undefined) companies.set(stockNo, from + index, score);
      },
      { only: new Set(numbers.keys()), signal },
    );
    return { companies: shared, stockNos };
  }
}
