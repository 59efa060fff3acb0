import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AiPanel } from '#lib/ai';
import { configurePanel, type PanelCall, type PanelParts } from '#lib/ai/testing';
import { loadConfig } from '#lib/config';
import type { Database } from '#lib/database';
import { emptyTables } from '../database/empty-tables';
import { PLAIN_RULES } from '../inputs/ai-questions';
import { FakeAiServer } from '../fakes/fake-ai-server';
import { type OpenedDatabase, openTestDatabase } from '../database/opened-database';

export const AI_KEY = 'sk-canary-5b0f7c';

/** Waits as long as a test may. */
const SHORT_RETRY_LIMITS: PanelParts['retryLimits'] = { backoffMs: 10, longestWaitMs: 1500, circuitOpenMs: 300 };

/** A database with a session, a server of models, and panels between them. */
export class AiWorld {
  private nextJobId = 1000;
  private files: string | undefined;

  private constructor(
    readonly fakeAi: FakeAiServer,
    private readonly opened: OpenedDatabase,
  ) {}

  static async start(): Promise<AiWorld> {
    const opened = await openTestDatabase({ poolSize: 12 });
    await opened.database.query(
      `insert into tracking_session (code, entry_date, market_source) values ('600519', '2025-12-01', 'demo')`,
    );
    return new AiWorld(await FakeAiServer.start(), opened);
  }

  get database(): Database {
    return this.opened.database;
  }

  get databaseUrl(): string {
    return this.opened.url;
  }

  panel(
    environment: Record<string, string> = {},
    {
      retryLimits,
      database,
      paceMinuteMs,
    }: Partial<Pick<PanelParts, 'retryLimits' | 'database' | 'paceMinuteMs'>> = {},
  ): AiPanel {
    const config = loadConfig({
      AI_BASE_URL: this.fakeAi.url,
      AI_API_KEY: AI_KEY,
      AI_MODELS: 'gpt',
      AI_TIMEOUT_MS: '60000',
      ...environment,
    });
    return configurePanel({
      config,
      database: database ?? this.database,
      rules: PLAIN_RULES,
      retryLimits: { ...SHORT_RETRY_LIMITS, ...retryLimits },
      ...(paceMinuteMs === undefined ? {} : { paceMinuteMs }),
    });
  }

  /** A panel of the models of an `AI_MODELS_FILE`. */
  panelOf(models: readonly object[], parts: Parameters<AiWorld['panel']>[1] = {}): AiPanel {
    this.files ??= mkdtempSync(join(tmpdir(), 'ai-models-'));
    const path = join(this.files, 'models.json');
    writeFileSync(path, JSON.stringify({ models }));
    return this.panel({ AI_MODELS_FILE: path, AI_MODELS: '' }, parts);
  }

  /** A call of a job of its own, with two minutes' time. */
  call(changes: Partial<PanelCall> = {}): PanelCall {
    this.nextJobId += 1;
    return {
      jobId: this.nextJobId,
      signal: new AbortController().signal,
      deadlineMs: Date.now() + 120_000,
      fenced: (work) => this.database.transaction(work),
      ...changes,
    };
  }

  /** A call of a job that a user asked for. */
  async callOf(userId: number, changes: Partial<PanelCall> = {}): Promise<PanelCall> {
    const [job] = await this.database.query<{ id: number }>(
      `insert into job (name, queue, payload, requested_by) values ('ai.fill-daily', 'ai', '{}', $1) returning id`,
      [userId],
    );
    return this.call({ ...(job === undefined ? {} : { jobId: job.id }), ...changes });
  }

  /** Empties what runs left behind, and the fake's memory. */
  async reset(): Promise<void> {
    this.fakeAi.reset();
    await emptyTables(this.database, ['ai_run', 'ai_call', 'ai_turn', 'ai_budget_day', 'ai_budget_user_day']);
  }

  async runs(): Promise<{ outcome: string; fault: string | null; requests: number }[]> {
    return this.database.query(
      `select r.outcome, r.fault, coalesce((select sum(requests)::int from ai_call where run_id = r.id), 0) as requests
       from ai_run r order by id`,
    );
  }

  async spent(): Promise<{ calls: number; tokens: number }> {
    const [row] = await this.database.query<{ calls: number; tokens: number }>(
      'select calls, tokens from ai_budget_day',
    );
    return row ?? { calls: 0, tokens: 0 };
  }

  async stop(): Promise<void> {
    if (this.files !== undefined) rmSync(this.files, { recursive: true });
    await this.fakeAi.stop();
    await this.opened.remove();
  }
}
