import { type Transaction } from '#lib/database';
import type { StockReport } from '../domain/vendor-rows';
import type { ReportKind } from '../domain/data-sets';

/** Makes a stock's reports of one kind those given. */
export async function storeReports(
  tx: Transaction,
  code: string,
  statement: ReportKind,
  reports: readonly StockReport[],
): Promise<void> {
  await tx.query('delete from financial_report where code = $1 and statement = $2', [code, statement]);
  await tx.query(
    `insert into financial_report (code, statement, period_end, published_on, ordinal, fields)
     select $1, $2, * from unnest($3::date[], $4::date[], $5::smallint[], $6::text[]::jsonb[])`,
    [
      code,
      statement,
      reports.map(({ periodEnd }) => periodEnd),
      reports.map(({ publishedOn }) => publishedOn),
      reports.map(({ ordinal }) => ordinal),
      reports.map(({ fields }) => JSON.stringify(fields)),
    ],
  );
}
