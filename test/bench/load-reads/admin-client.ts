import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 500;

/** The administrator's calls to the API under test. */
export class AdminClient {
  private constructor(
    private readonly address: string,
    readonly token: string,
  ) {}

  static async login(address: string, administrator: { username: string; password: string }): Promise<AdminClient> {
    const { token } = await call<{ token: string }>(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    });
    return new AdminClient(address, token);
  }

  /** Opens a session. @returns its id. */
  async openSession(code: string): Promise<number> {
    const { id } = await this.call<{ id: number }>('/api/stock-cycle/sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, entry_date: '2026-01-05' }),
    });
    return id;
  }

  /** Sends an archive in BaoStock's form that replaces the demo. @returns the import's id. */
  async sendMarket(archive: string): Promise<number> {
    const body = new FormData();
    body.append('file', await openAsBlob(archive), 'market.tar.xz');
    const path = '/api/market/imports?format=baostock-csv&replace_demo=true';
    return (await this.call<{ importId: number }>(path, { method: 'POST', body })).importId;
  }

  /** @returns how the import ended. */
  async untilImported(importId: number): Promise<string> {
    for (;;) {
      const { status, error } = await this.call<{ status: string; error: string | null }>(
        `/api/market/imports/${importId}`,
      );
      if (status === 'completed') return status;
      if (status === 'failed') return `${status}: ${error ?? ''}`;
      await sleep(LOOK_EVERY_MS);
    }
  }

  private call<Data>(path: string, request: RequestInit = {}): Promise<Data> {
    const headers = {
      ...(request.headers as Record<string, string> | undefined),
      authorization: `Bearer ${this.token}`,
    };
    return call(`${this.address}${path}`, { ...request, headers });
  }
}

async function call<Data>(url: string, request: RequestInit): Promise<Data> {
  const response = await fetch(url, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: Data }).data;
}
