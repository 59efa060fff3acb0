import { until } from '../../support/until';

const PATIENCE_MS = 60_000;

/** An event stream that a test reads as it comes, until it ends or breaks. */
export class FollowedStream {
  private text = '';
  private ended = false;

  private constructor(response: Response) {
    void this.read(response);
  }

  /** @throws if the reply is no stream. */
  static async open(url: string, headers: Record<string, string>): Promise<FollowedStream> {
    const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers } });
    if (response.status !== 200) throw new Error(`no stream: ${response.status} ${await response.text()}`);
    return new FollowedStream(response);
  }

  /** Names of the events so far, in their order. */
  get events(): string[] {
    return [...this.text.matchAll(/^event: ?(\S+)$/gm)].map(([, name]) => name ?? '');
  }

  /** Id of the last event; 0 where events have none. */
  get lastId(): string {
    return [...this.text.matchAll(/^id: ?(\S+)$/gm)].at(-1)?.[1] ?? '0';
  }

  /** Whether the last event says that the work ended. */
  get isComplete(): boolean {
    return this.events.at(-1) === 'completed';
  }

  async untilEvents(count: number): Promise<void> {
    await until(`${count} events came`, PATIENCE_MS, () => this.events.length >= count);
  }

  /** Waits until the connection has ended, whoever ended it. */
  async untilEnd(): Promise<void> {
    await until('the stream ends', PATIENCE_MS, () => this.ended);
  }

  private async read(response: Response): Promise<void> {
    try {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) this.text += decoder.decode(chunk as Uint8Array, { stream: true });
    } catch {
      // Broken off: what came so far is what a test looks at.
    } finally {
      this.ended = true;
    }
  }
}
