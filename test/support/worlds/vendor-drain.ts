import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AiPanel, type DrainReport } from '#lib/ai';
import {
  type AiQuestion,
  answerByRules,
  type PanelModel,
  configurePanel,
  type PanelAnswer,
  type PanelCall,
} from '#lib/ai/testing';
import { APP_CONFIG, type AppConfig, loadConfig } from '#lib/config';
import { makeScratchFolder } from '../processes/scratch-folder';
import { FakeVendor, type VendorModel } from '../fakes/fake-ai-vendor';
import { WallClock } from './records-world';
import { putSmallMarket } from '../database/small-market';
import { TestService } from './test-service';
import { until } from '../until';

const TODAY = '2025-12-19';
const PATH = '/api/stock-cycle/ai-fill-drains';
const PATIENCE_MS = 240_000;

/** How long models are left alone, unless a test says otherwise. */
const CIRCUIT_OPEN_MS = 200;

/** Answers late: the panel needs the database of the service that is started with it. */
class LatePanel extends AiPanel {
  inner: AiPanel | undefined;

  override async listModels(): Promise<readonly PanelModel[]> {
    return (await this.inner?.listModels()) ?? [];
  }

  override answer(question: AiQuestion, call: PanelCall): Promise<PanelAnswer> {
    if (this.inner === undefined) throw new Error('no models yet');
    return this.inner.answer(question, call);
  }
}

/** Drains of many sessions whose models live at a vendor with bad habits. */
export class VendorDrain {
  private constructor(
    readonly vendor: FakeVendor,
    readonly service: TestService,
    private readonly panel: LatePanel,
  ) {}

  /** @param sessions How many open sessions wait, each of a stock of its own. */
  static async start(sessions: number, models: Readonly<Record<string, VendorModel>>): Promise<VendorDrain> {
    const vendor = await FakeVendor.start(models);
    const clock = new WallClock();
    clock.set(`${TODAY}T20:00:00`);
    const panel = new LatePanel();
    // The times of a day at a real vendor, in little.
    const drainPatience = {
      ...{ firstWaitMs: 50, longestWaitMs: 1000, longestPauseMs: 200, mostWaits: 200 },
      ...{ modelMs: 60_000, drainMs: 60_000 },
    };
    const service = await TestService.start({ AI_DRAIN_LANES: '4' }, { clock, panel, drainPatience });
    const codes = Array.from({ length: sessions }, (_, index) => String(100 + index).padStart(6, '0'));
    await putSmallMarket(
      service.database,
      { from: '2025-06-02', to: TODAY },
      codes.map((code) => ({ code, width: 0.1 })),
    );
    await service.database.query(
      `insert into tracking_session (code, entry_date, market_source) select unnest($1::text[]), '2025-11-03', 'files'`,
      [codes],
    );
    return new VendorDrain(vendor, service, panel);
  }

  /** From now on these models are asked, with such fields of `AI_MODELS_FILE`. */
  async configure(
    models: readonly { name: string; stream?: boolean; concurrency?: number }[],
    { circuitOpenMs = CIRCUIT_OPEN_MS }: { circuitOpenMs?: number } = {},
  ): Promise<void> {
    const file = join(await makeScratchFolder(), 'models.json');
    const baseUrl = this.vendor.url;
    await writeFile(file, JSON.stringify({ models: models.map((model) => ({ baseUrl, ...model })) }));
    this.panel.inner = this.panelOf(
      loadConfig({
        AI_MODELS_FILE: file,
        ...{ AI_CALLS_PER_DAY: '1000000', AI_TOKENS_PER_DAY: '10000000000' },
      }),
      circuitOpenMs,
    );
  }

  /** From now on the models of the console are asked. */
  followConsole(): void {
    this.panel.inner = this.panelOf(this.service.api.app.get<AppConfig>(APP_CONFIG));
  }

  private panelOf(config: AppConfig, circuitOpenMs = CIRCUIT_OPEN_MS): AiPanel {
    return configurePanel({
      config,
      database: this.service.database,
      rules: { version: 'trial', answer: answerByRules },
      retryLimits: { backoffMs: 20, longestWaitMs: 200, circuitOpenMs },
    });
  }

  /** Starts a drain and waits for its end. */
  async drain(kind: 'daily' | 'weekly'): Promise<DrainReport> {
    return this.ended(await this.begin(kind));
  }

  /** Starts a drain. */
  async begin(kind: 'daily' | 'weekly'): Promise<number> {
    const reply = await this.service.call('POST', PATH, { json: { kind } });
    return (reply.body.data as { drainId: number }).drainId;
  }

  async report(id: number): Promise<DrainReport> {
    return (await this.service.call('GET', `${PATH}/${id}`)).body.data as DrainReport;
  }

  /** Continues a drain and waits for its end. */
  async continue(id: number): Promise<DrainReport> {
    const reply = await this.service.call('POST', `${PATH}/${id}/continue`);
    if (reply.status !== 202) throw new Error(`the drain was not continued: ${reply.text}`);
    return this.ended(id);
  }

  async ended(id: number): Promise<DrainReport> {
    await until(`drain ${id} ends`, PATIENCE_MS, async () => (await this.report(id)).finishedAt !== null);
    return this.report(id);
  }

  /** Requests that our books tell of a model. */
  async requests(model: string): Promise<number> {
    const [row] = await this.service.database.query<{ requests: number }>(
      `select coalesce(sum(c.requests), 0)::int as requests from ai_call c join ai_run r on r.id = c.run_id
       where r.model = $1`,
      [model],
    );
    return row?.requests ?? -1;
  }

  /**
   * Calls that were begun again because the fate of the first start is not known: on a starved machine a lane may lose its lease
   * while the vendor answers. Each of them may be paid once more, and what the first start asked is in no book.
   */
  async begunAgain(model: string): Promise<number> {
    const [row] = await this.service.database.query<{ again: number }>(
      `select coalesce(sum(c.starts - 1), 0)::int as again from ai_call c join ai_run r on r.id = c.run_id where r.model = $1`,
      [model],
    );
    return row?.again ?? -1;
  }

  /** Sessions that a model answered more than once in one kind. */
  async answeredTwice(): Promise<number> {
    const rows = await this.service.database.query(
      `select 1 from ai_run where outcome = 'answered' group by session_id, kind, model having count(*) > 1`,
    );
    return rows.length;
  }

  /** Live records, and how many days or weeks of sessions they stand for. */
  async records(table: 'daily_record' | 'weekly_record'): Promise<{ rows: number; periods: number; sessions: number }> {
    const period = table === 'daily_record' ? 'trade_date' : 'week_start';
    const [row] = await this.service.database.query<{ rows: number; periods: number; sessions: number }>(
      `select count(*)::int as rows, count(distinct (session_id, ${period}))::int as periods,
         count(distinct session_id)::int as sessions from ${table} where deleted_at is null`,
    );
    return row ?? { rows: -1, periods: -1, sessions: -1 };
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.vendor.stop();
  }
}
