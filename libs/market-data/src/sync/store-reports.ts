import { runSql, type Transaction } from '#lib/database';
import type { Statement, StockReport } from '../tushare/readers/stock-report';

/** Makes a stock's reports of one kind those given; of dividends, the share factors that follow from them too. */
export async function storeReports(
  tx: Transaction,
  code: string,
  statement: Statement,
  reports: readonly StockReport[],
): Promise<void> {
  await runSql(tx, 'delete from financial_report where code = $1 and statement = $2', [code, statement]);
  await runSql(
    tx,
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
  if (statement === 'dividend') await storeShareChanges(tx, code, reports);
}

/** The vendor's word for a dividend that was carried out; before that it is a plan. */
const CARRIED_OUT = '实施';

/** Each old share became 1 + bonus and converted shares on the ex-day. */
async function storeShareChanges(tx: Transaction, code: string, dividends: readonly StockReport[]): Promise<void> {
  const factors = new Map<string, number>();
  for (const { fields } of dividends) {
    const { ex_date: day, stk_div: shares, div_proc: stage } = fields;
    if (stage !== CARRIED_OUT || typeof day !== 'string' || typeof shares !== 'number' || shares <= 0) continue;
    factors.set(day, 1 + shares);
  }
  await runSql(tx, `delete from share_change where code = $1 and basis = 'vendor'`, [code]);
  await runSql(
    tx,
    `insert into share_change (code, trade_date, factor, basis)
     select $1, *, 'vendor' from unnest($2::date[], $3::float8[])
     on conflict (code, trade_date) do update set factor = excluded.factor, basis = excluded.basis`,
    [code, [...factors.keys()], [...factors.values()]],
  );
}
