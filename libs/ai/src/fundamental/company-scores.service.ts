import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { MarketStateService } from '#lib/market-data';
import type { CompanyFacts } from '../domain/fundamental/company-facts';
import { measureCompany } from '../domain/fundamental/company-measures';
import { CompanyTimeline } from '../domain/fundamental/days/company-timeline';
import { toHistoryDay } from '../domain/fundamental/days/history-day';
import { scoreIndustry } from '../domain/fundamental/days/score-industry';
import type { DataScore } from '../domain/fundamental/days/score-timeline';
import { scoreCompany } from '../domain/fundamental/score';
import {
  hasReports,
  selectFactsOfCompanies,
  selectReportingCodes,
  selectReportsRevision,
} from '../persistence/company-facts.query';
import {
  type IndustryCodes,
  selectHistories,
  selectIndustries,
  selectIndustryOf,
} from '../persistence/company-history.query';

/** What data alone decide of a company on a day. */
export interface CompanyScore extends DataScore {
  readonly code: string;
}

/** Companies whose reports are in memory at a time: some 30 kB each, and parsing them must not keep other requests waiting. */
const BATCH = 50;
/** The same with their prices of five years and the days of a span: some 100 kB each. */
const HISTORIES = 20;
/** The loop gets its turn after so long. */
const LONGEST_SLICE_MS = 20;
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

  /** A text that changes whenever reports are stored. */
  reportsRevision(): Promise<string> {
    return selectReportsRevision(this.db);
  }

  /**
   * A score of each company that had published a report. Kept until the market or its reports change; everybody who asks
   * meanwhile waits for the same computation.
   */
  async read(asOf: CalendarDay): Promise<readonly CompanyScore[]> {
    const [market, reports] = await Promise.all([this.market.revision(), this.reportsRevision()]);
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

  /** The companies of the market, those of an industry together: in what order {@link readDays} is asked for them. */
  industries(): Promise<IndustryCodes[]> {
    return selectIndustries(this.db);
  }

  /** The company's industry; undefined where the market has no such stock. */
  industryOf(code: string): Promise<IndustryCodes | undefined> {
    return selectIndustryOf(this.db, code);
  }

  /**
   * Scores of an industry's companies on each of many days, as {@link read} scores each of them. In memory are its companies:
   * some 150 kB each over two years.
   * @param days Ascending.
   * @param take Called for each company and day on which it had published a report.
   * @throws what `signal` is aborted with.
   */
  async readDays(
    { industry, codes }: IndustryCodes,
    days: readonly CalendarDay[],
    take: (code: string, dayIndex: number, score: DataScore) => void,
    { only, signal }: { readonly only?: ReadonlySet<string>; readonly signal: AbortSignal },
  ): Promise<void> {
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined) return;
    const companies: CompanyTimeline[] = [];
    for (let at = 0; at < codes.length; at += HISTORIES) {
      signal.throwIfAborted();
      const histories = await selectHistories(this.db, codes.slice(at, at + HISTORIES), from, to);
      companies.push(...histories.map((history) => new CompanyTimeline(history)));
    }
    let started = performance.now();
    const steps = scoreIndustry({ industry, companies }, days.map(toHistoryDay), take, only);
    while (steps.next().done !== true) {
      if (performance.now() - started < LONGEST_SLICE_MS) continue;
      await setImmediate();
      signal.throwIfAborted();
      started = performance.now();
    }
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
