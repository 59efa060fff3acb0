import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { marketNotices, MarketStateService } from '#lib/market-data';
import { JobsService } from '#lib/queue';
import {
  HOLDINGS_SOURCE,
  EntrySuggestionsService,
  type FoundEntry,
  noEntryReason,
  SessionsService,
} from '#lib/tracking';
import {
  type HoldingsImportReport,
  type ImportedHolding,
  importHoldingsJob,
  type ImportHoldingsPayload,
} from './jobs/import-holdings.job';
import { selectHoldings } from './persistence/holdings.query';

/** What an import would open for one holding. */
interface Proposal {
  code: string;
  stockName: string | null;
  entryDate: CalendarDay;
  entryClosePrice: number;
}

/** Sessions for a user's holdings, each at its suggested entry. */
@Injectable()
export class HoldingsImportService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly suggestions: EntrySuggestionsService,
    private readonly sessions: SessionsService,
    private readonly market: MarketStateService,
  ) {}

  /** Starts an import, or joins the equal one that the user has in flight. @throws AppError `queue_unavailable`, `no_worker`. */
  async request(payload: ImportHoldingsPayload): Promise<{ jobId: number }> {
    const { userId } = payload;
    await this.jobs.assertReachable(importHoldingsJob.queue);
    const { jobId } = await this.db.transaction((tx) =>
      this.jobs.enqueue(tx, importHoldingsJob, payload, { requestedBy: userId, dedupeScope: String(userId) }),
    );
    this.jobs.publishSoon();
    return { jobId };
  }

  /**
   * Proposes an entry for each holding without an open session and, unless it is a dry run, opens the sessions, in the
   * caller's transaction. A holding that has none to propose is told and stops no other.
   */
  async run(tx: Transaction, payload: ImportHoldingsPayload): Promise<HoldingsImportReport> {
    const { userId, lookbackTradingDays, dryRun } = payload;
    const { source } = await this.market.read();
    const holdings = await selectHoldings(tx, userId);
    const wanted = holdings.filter((holding) => !holding.hasOpenSession).map(({ code }) => code);
    const found = new Map(
      (await this.suggestions.find(tx, wanted, lookbackTradingDays)).map((entry) => [entry.code, entry]),
    );
    const proposals = wanted.flatMap((code) => toProposal(found.get(code)));
    const created = dryRun ? proposals.map(unwritten) : await this.open(tx, proposals, source, userId);
    const opened = new Set(created.map(({ code }) => code));
    const late = proposals.filter(({ code }) => !opened.has(code)).map(({ code }) => code);
    const known = holdings.filter((holding) => holding.hasOpenSession).map(({ code }) => code);
    return {
      created,
      skipped: [...known, ...late].sort().map((code) => ({ code, reason: 'already_open' as const })),
      errors: wanted.flatMap((code) => toHoldingError(code, found.get(code), lookbackTradingDays)),
      dryRun,
      lookbackTradingDays,
      marketSource: source,
      warnings: marketNotices(source),
    };
  }

  /** @returns what was opened; another writer may have been first for some. */
  private async open(
    tx: Transaction,
    proposals: readonly Proposal[],
    marketSource: string,
    userId: number,
  ): Promise<ImportedHolding[]> {
    const sessions = await this.sessions.openAll(tx, proposals, {
      source: HOLDINGS_SOURCE,
      marketSource,
      createdBy: userId,
    });
    return proposals.flatMap(({ code, entryDate, entryClosePrice }) => {
      const session = sessions.get(code);
      return session?.outcome === 'created' ? [{ code, sessionId: session.sessionId, entryDate, entryClosePrice }] : [];
    });
  }
}

function toProposal(found: FoundEntry | undefined): Proposal[] {
  if (found === undefined || found.entry === null) return [];
  const { code, stockName, entry } = found;
  return [{ code, stockName, entryDate: entry.tradeDate, entryClosePrice: entry.close }];
}

function unwritten({ code, entryDate, entryClosePrice }: Proposal): ImportedHolding {
  return { code, sessionId: null, entryDate, entryClosePrice };
}

function toHoldingError(
  code: string,
  found: FoundEntry | undefined,
  lookbackTradingDays: number,
): HoldingsImportReport['errors'] {
  if (found === undefined) return [{ code, error: 'unknown_code', detail: `the market data has no stock ${code}` }];
  if (found.entry !== null) return [];
  return [{ code, error: 'no_market_data', detail: noEntryReason(found, lookbackTradingDays) }];
}
