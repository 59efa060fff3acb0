import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { MarketStateService } from '#lib/market-data';
import type { CompanyFacts } from '../domain/fundamental/company-facts';
import { type CompanyMeasures, measureCompany } from '../domain/fundamental/company-measures';
import { scoreCompany } from '../domain/fundamental/score';
import {
  hasReports,
  selectFactsOfCompanies,
  selectReportingCodes,
  selectReportsRevision,
} from '../persistence/company-facts.query';

/** What data alone decide of a company on a day. */
export interface CompanyScore {
  readonly code: string;
  /** 0 to 20. */
  readonly score: number;
  /** Items that data decided. */
  readonly available: number;
  /** Keys of the items that gave a point. */
  readonly earned: readonly string[];
  readonly measures: CompanyMeasures;
}

/** Companies whose reports are in memory at a time: some 30 kB each, and parsing them must not keep other requests waiting. */
const BATCH = 50;
/** Days whose scores are kept. */
const MOST_KEPT = 4;

interface Kept {
  readonly revision: string;
  readonly scores: Promise<readonly CompanyScore[]>;
}

/** Scores all companies of the market by the data, as they were public on a day (docs/fundamental.md). */
@Injectable()
export class CompanyScoresService {
  private readonly kept = new Map<CalendarDay, Kept>();

  constructor(
    private readonly db: Database,
    private readonly market: MarketStateService,
  ) {}

  /** Whether the market has any report. */
  has(): Promise<boolean> {
    return hasReports(this.db);
  }

  /**
   * A score of each company that had published a report. Kept until the market or its reports change; everybody who asks
   * meanwhile waits for the same computation.
   */
  async read(asOf: CalendarDay): Promise<readonly CompanyScore[]> {
    const [market, reports] = await Promise.all([this.market.revision(), selectReportsRevision(this.db)]);
    const revision = `${market} ${reports}`;
    const known = this.kept.get(asOf);
    if (known?.revision === revision) return known.scores;
    const computed: Kept = { revision, scores: this.compute(asOf) };
    this.keep(asOf, computed);
    // A failure is told to those who wait for it, and not kept.
    computed.scores.catch(() => {
      if (this.kept.get(asOf) === computed) this.kept.delete(asOf);
    });
    return computed.scores;
  }

  private keep(asOf: CalendarDay, computed: Kept): void {
    this.kept.delete(asOf);
    this.kept.set(asOf, computed);
    for (const day of [...this.kept.keys()].slice(0, -MOST_KEPT)) this.kept.delete(day);
  }

  private async compute(asOf: CalendarDay): Promise<readonly CompanyScore[]> {
    const codes = await selectReportingCodes(this.db, asOf);
    const scores: CompanyScore[] = [];
    for (let from = 0; from < codes.length; from += BATCH) {
      const companies = await selectFactsOfCompanies(this.db, codes.slice(from, from + BATCH), asOf);
      scores.push(...companies.map(scoreByData));
    }
    return scores;
  }
}

function scoreByData(facts: CompanyFacts & { readonly code: string }): CompanyScore {
  const { score, available, items } = scoreCompany(facts, []);
  const earned = items.filter(({ points }) => points === 1).map(({ key }) => key);
  return { code: facts.code, score, available, earned, measures: measureCompany(facts) };
}
