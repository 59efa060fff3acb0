import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ApiKeysService, DEFAULT_KEY_SCOPES, KEY_SCOPES } from '#lib/accounts';
import type { TestApi } from './test-api';
import type { TestService } from './test-service';
import { until } from '../until';

const IMPORT_MS = 120_000;

export interface SeoImportView {
  id: number;
  state: string;
  format: string | null;
  columns: { column: string; field: string | null }[] | null;
  error: string | null;
  progress: { stage: string; rows: number } | null;
  undo: {
    state: string;
    restored: number;
    removed: number;
    kept: number;
    error: string | null;
  } | null;
  undoRefusal: string | null;
  report: {
    created: number;
    updated: number;
    unchanged: number;
    duplicate: number;
    rejected: { line: number; reason: string }[];
    rejectedTotal: number;
    dryRun: boolean;
    deleted: number;
    warnings: string[];
  } | null;
}

/** A file of test/fixtures/seo. */
export function seoFixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(resolve(__dirname, '../../fixtures/seo', name)));
}

/** A personal API key of a user with all scopes that he can give it; user 1 is the administrator. */
export async function keyOf(api: TestApi, userId: number): Promise<string> {
  const scopes = userId === 1 ? KEY_SCOPES : DEFAULT_KEY_SCOPES;
  return (await api.app.get(ApiKeysService, { strict: false }).create(userId, { name: 'seo', scopes })).key;
}

/** Sends a file as the administrator, and waits until its import has ended. */
export async function importFile(
  service: TestService,
  content: string | Uint8Array,
  query: string,
): Promise<SeoImportView> {
  const reply = await service.call('POST', `/api/admin/imports?${query}`, {
    raw: content,
    headers: { 'content-type': 'text/csv' },
  });
  if (reply.status !== 202) throw new Error(`${reply.status} ${reply.text}`);
  const { importId } = reply.body.data as { importId: number };
  return endOfImport(service, importId);
}

export async function endOfImport(service: TestService, importId: number): Promise<SeoImportView> {
  await until('the import ends', IMPORT_MS, async () => {
    const ended = await service.database.query(
      `select from seo_import i left join job j on j.id = i.job_id
       where i.id = $1 and (i.status <> 'pending' or j.state = 'failed')`,
      [importId],
    );
    return ended.length > 0;
  });
  return (await service.call('GET', `/api/admin/imports/${importId}`)).body.data as SeoImportView;
}
