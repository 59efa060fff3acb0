import type { Locator, Page } from 'playwright-core';
import type { DemoConsole } from './demo-console';

export const SESSIONS = '/api/stock-cycle/sessions';

/** What the tests read of a session. */
export interface Row {
  id: number;
  code: string;
  stockName: string;
  status: string;
  priority: number;
  nextReviewAt: string | null;
  endReason: string | null;
  source: string | null;
  entryDate: string;
  entryClosePrice: number | null;
}

export function nth(rows: readonly Row[], index: number): Row {
  const row = rows[index];
  if (row === undefined) throw new Error(`there are ${rows.length} rows, none at ${index}`);
  return row;
}

export interface ListedSessions {
  rows: Row[];
  total: number;
}

/** What the server lists for a query of the address. */
export async function listOf(web: DemoConsole, query: string): Promise<ListedSessions> {
  const { body } = await web.service.call('GET', `${SESSIONS}?${query}`);
  const data = body.data as { sessions: Row[]; pagination: { total: number } };
  return { rows: data.sessions, total: data.pagination.total };
}

export function rowOf(page: Page, row: Pick<Row, 'id'>): Locator {
  return page.locator(`#session-${row.id}`);
}

/** Such as `118 / 240`. */
export function countShown(page: Page): Promise<string | null> {
  return page.getByRole('status').filter({ hasText: / \/ / }).textContent();
}
