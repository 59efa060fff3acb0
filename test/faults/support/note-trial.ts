import { until } from '../../support/until';
import type { RealService } from './real-service';

const SESSIONS = '/api/stock-cycle/sessions';
const LIST = `${SESSIONS}?limit=100`;
const STRANGERS = 3;
const PATIENCE_MS = 90_000;

interface Acknowledged {
  note: number;
  at: number;
}

interface Session {
  id: number;
  summaryNote: string | null;
}

/**
 * One writer who counts up in a session's note and looks each time at another API, and strangers who read the list without
 * a break. What each of them may see follows from what was acknowledged when.
 */
export class NoteTrial {
  /** Statuses of all responses, and how often each came. */
  readonly statuses = new Map<number, number>();
  /** Writes that the writer did not find in the next list. */
  readonly unseen: string[] = [];
  /** Lists that lacked what was acknowledged longer ago than the bound when they were asked for. */
  readonly tooOld: string[] = [];
  /** Ms by which the oldest list was behind when it was asked for. */
  oldestMs = 0;
  slowestMs = 0;
  writes = 0;
  private readonly acknowledged: Acknowledged[] = [];
  private running = true;
  private loops: Promise<unknown>[] = [];

  private constructor(
    private readonly service: RealService,
    private readonly urls: readonly string[],
    private readonly boundMs: number,
    private readonly sessionId: number,
  ) {}

  /** Opens the session and begins. */
  static async start(service: RealService, urls: readonly string[], boundMs: number): Promise<NoteTrial> {
    const { data } = await service.call('POST', SESSIONS, { code: '600000', entry_date: '2025-12-01' });
    const trial = new NoteTrial(service, urls, boundMs, (data as { session: Session }).session.id);
    trial.loops = [trial.write(), ...Array.from({ length: STRANGERS }, (_, no) => trial.readAsStranger(no))];
    return trial;
  }

  /** Lets it go on until the writer has written so often again. */
  async goOnFor(writes: number): Promise<void> {
    const wanted = this.writes + writes;
    await until(`${writes} more writes`, PATIENCE_MS, () => this.writes >= wanted || !this.running);
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.loops);
  }

  private urlOf(no: number): string {
    return this.urls[no % this.urls.length] ?? this.service.url;
  }

  private async write(): Promise<void> {
    for (let note = 1; this.running; note += 1) {
      const body = { summary_note: String(note) };
      const written = await this.service.call('PATCH', `${SESSIONS}/${this.sessionId}`, body, this.urlOf(note));
      this.note(written.status, written.ms);
      if (written.status !== 200) continue;
      this.acknowledged.push({ note, at: performance.now() });
      const listed = await this.service.call('GET', LIST, undefined, this.urlOf(note + 1));
      this.note(listed.status, listed.ms);
      const seen = listed.status === 200 ? this.noteIn(listed.data) : note;
      if (seen !== note) this.unseen.push(`${seen} after ${note}`);
      this.writes += 1;
    }
  }

  private async readAsStranger(no: number): Promise<void> {
    for (let turn = no; this.running; turn += 1) {
      const askedAt = performance.now();
      const response = await fetch(`${this.urlOf(turn)}${LIST}`, { signal: AbortSignal.timeout(30_000) });
      const { data } = (await response.json()) as { data?: unknown };
      this.note(response.status, performance.now() - askedAt);
      if (response.status !== 200) continue;
      const seen = this.noteIn(data);
      const missed = this.acknowledged.find(({ note }) => note > seen);
      if (missed === undefined) continue;
      const behindMs = askedAt - missed.at;
      this.oldestMs = Math.max(this.oldestMs, Math.round(behindMs));
      if (behindMs > this.boundMs) this.tooOld.push(`${seen}, ${Math.round(behindMs)} ms behind ${missed.note}`);
    }
  }

  private noteIn(data: unknown): number {
    const { sessions } = data as { sessions: Session[] };
    return Number(sessions.find(({ id }) => id === this.sessionId)?.summaryNote ?? 0);
  }

  private note(status: number, ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.slowestMs = Math.max(this.slowestMs, Math.round(ms));
  }
}
