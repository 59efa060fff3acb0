import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, type SqlRunner } from '#lib/database';
import { addDays, AppError, Clock } from '#lib/kernel';
import { type ChipView, ChipViewsService } from '#lib/chips';
import { findLimitDown, findLimitUp, settledThrough, TradingCalendarService } from '#lib/market-data';
import { DEFAULT_SCAN_OPTIONS, LowVolumeScanService } from '#lib/scan';
import { SessionMarketService, SessionTotalsService } from '#lib/tracking';
import {
  buildAuditCheck,
  type AuditCheck,
  type AuditDifference,
  type AuditReport,
  countDifferences,
} from './domain/audit-check';
import { plainLowVolume } from './domain/plain-low-volume';
import { selectLatestReport } from './persistence/audit-reports.query';
import {
  sampleChips,
  sampleCodes,
  sampleVendorLimits,
  selectSchemaErrors,
  selectVolumes,
} from './persistence/audit-samples.query';
import { StoredAuditReport } from './persistence/stored-audit-report.entity';

/** Names of all tables, as `libs/schema` lists them. */
export const AUDITED_TABLES = Symbol('AUDITED_TABLES');

const RANGE_DAYS = 20;
const STOCKS = 100;
const LIMITS = 2000;
const CHIPS = 50;
const SESSIONS = 500;

/** Costs are stored with four decimals. */
const ROUNDING = 0.0001;

/**
 * Checks samples of the product's own values: each is computed another way, and the two must agree. It changes nothing but the
 * list of its reports.
 */
@Injectable()
export class SelfAuditService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly calendar: TradingCalendarService,
    private readonly scan: LowVolumeScanService,
    private readonly chips: ChipViewsService,
    private readonly sessions: SessionMarketService,
    private readonly totals: SessionTotalsService,
    @Inject(AUDITED_TABLES) private readonly tables: readonly string[],
  ) {}

  /** Compares, stores the report and returns it. */
  async run(): Promise<AuditReport> {
    const checkedAt = this.clock.now();
    const report: AuditReport = {
      checkedAt: checkedAt.toISOString(),
      checks: [
        await this.lowVolume(),
        await this.limitPrices(),
        await this.chipDistributions(),
        await this.sessionValues(),
        await this.sessionTotals(),
        await this.schema(),
      ],
    };
    await this.db
      .repository(StoredAuditReport)
      .insert({ checkedAt, checks: report.checks, differences: countDifferences(report) });
    return report;
  }

  /** The newest report; null before the first. */
  async latest(db: SqlRunner = this.db): Promise<AuditReport | null> {
    return (await selectLatestReport(db)) ?? null;
  }

  /** Compares what scans answer with a plain reading of their rule, on the last twenty days. */
  private async lowVolume(): Promise<AuditCheck> {
    const endDate = await settledThrough(this.db);
    if (endDate === null) return buildAuditCheck('low_volume', 0, []);
    const calendar = await this.calendar.current();
    const startDate = calendar.openDaysBefore(addDays(endDate, 1), RANGE_DAYS)[0] ?? endDate;
    const { priorStart, medianStart } = await this.scan.window({ startDate, endDate });
    const codes = await sampleCodes(this.db, this.clock.today(), STOCKS);
    const found = new Map(
      (
        await this.scan.lowVolumeStocks({
          codes,
          startDate,
          endDate,
          priorStart,
          medianStart,
          options: DEFAULT_SCAN_OPTIONS,
        })
      ).map(({ code, minVolume, entry }) => [code, `${minVolume} on ${entry.tradeDate}`]),
    );
    const differences: AuditDifference[] = [];
    for (const code of codes) {
      const bars = await selectVolumes(this.db, code, { from: priorStart, to: endDate });
      const plain = plainLowVolume(bars, { startDate, endDate, priorStart });
      const recomputed = plain === undefined ? 'no low' : `${plain.minVolume} on ${plain.entryDate}`;
      const stored = found.get(code) ?? 'no low';
      if (stored !== recomputed) differences.push({ subject: `${code} ${startDate}..${endDate}`, stored, recomputed });
    }
    return buildAuditCheck('low_volume', codes.length, differences);
  }

  /** Compares the vendor's limit prices with the rule of board and date. */
  private async limitPrices(): Promise<AuditCheck> {
    const bars = await sampleVendorLimits(this.db, this.clock.today(), LIMITS);
    const differences = bars.flatMap(({ code, board, facts }): AuditDifference[] => {
      const byRule = { ...facts, vendorLimitUp: null, vendorLimitDown: null };
      const stored = `${String(facts.vendorLimitUp)} / ${String(facts.vendorLimitDown)}`;
      const recomputed = `${String(findLimitUp(board, byRule))} / ${String(findLimitDown(board, byRule))}`;
      return stored === recomputed ? [] : [{ subject: `${code} ${facts.tradeDate}`, stored, recomputed }];
    });
    return buildAuditCheck('limit_prices', bars.length, differences);
  }

  /** Compares cached distributions with those of the published formula, step by step. */
  private async chipDistributions(): Promise<AuditCheck> {
    const { cyqModel, cyqWindow } = this.config;
    if (cyqModel === 'tushare') return buildAuditCheck('chips', 0, []);
    const rows = await sampleChips(this.db, `eastmoney-${cyqWindow}`, this.clock.today(), CHIPS);
    const differences: AuditDifference[] = [];
    for (const { code, tradeDate, ...stored } of rows) {
      const published = await this.chips.of(code, tradeDate).catch((error: unknown) => {
        if (error instanceof AppError) return error.message;
        throw error;
      });
      const agrees =
        typeof published !== 'string' &&
        (Object.keys(stored) as (keyof typeof stored)[]).every(
          (figure) => Math.abs(stored[figure] - published[figure]) <= ROUNDING,
        );
      if (!agrees) {
        differences.push({
          subject: `${code} ${tradeDate}`,
          stored: formatChips(stored),
          recomputed: formatChips(published),
        });
      }
    }
    return buildAuditCheck('chips', rows.length, differences);
  }

  /** Compares the values that lists show with those computed again. */
  private async sessionValues(): Promise<AuditCheck> {
    const { compared, differences } = await this.sessions.compare(SESSIONS);
    return buildAuditCheck(
      'session_figures',
      compared,
      differences.map(({ sessionId, stored, recomputed }) => ({
        subject: `session ${sessionId}`,
        stored,
        recomputed,
      })),
    );
  }

  /** Compares the kept totals of lists with those that are counted. */
  private async sessionTotals(): Promise<AuditCheck> {
    const totals = await this.totals.compare();
    const differences = totals.flatMap(({ status, kept, counted }): AuditDifference[] =>
      kept === counted ? [] : [{ subject: `${status} sessions`, stored: String(kept), recomputed: String(counted) }],
    );
    return buildAuditCheck('session_totals', totals.length, differences);
  }

  private async schema(): Promise<AuditCheck> {
    const faults = await selectSchemaErrors(this.db, this.tables);
    return buildAuditCheck(
      'schema',
      this.tables.length,
      faults.map((fault) => ({ subject: fault, stored: fault, recomputed: 'as the migrations make it' })),
    );
  }
}

function formatChips(
  chips: Pick<ChipView, 'cost5' | 'cost50' | 'cost95' | 'winnerRate' | 'concentration90'> | string,
): string {
  if (typeof chips === 'string') return chips;
  const { cost5, cost50, cost95, winnerRate, concentration90 } = chips;
  return `cost 5/50/95 % ${cost5}/${cost50}/${cost95}, winners ${winnerRate} %, concentration ${concentration90}`;
}
