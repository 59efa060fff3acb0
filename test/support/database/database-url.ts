/** Migrated once per run; every test database is a copy of it. */
export const TEMPLATE_DATABASE = 'stock_cycle_template';

/** The same server and role, another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
