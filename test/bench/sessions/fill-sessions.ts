import { Client } from 'pg';

/** Two records a session: one daily, one weekly. */
const RECORDS = [
  ['daily_record', 'trade_date', `date '2025-12-01' + (s.id % 20)::integer`],
  [
    'weekly_record',
    'week_start, week_end_date',
    `date '2025-12-01' + 7 * (s.id % 4)::integer, date '2025-12-05' + 7 * (s.id % 4)::integer`,
  ],
] as const;

const OPEN_CODES = 5000;

/**
 * Fills a migrated database with sessions of spread values, the first 5000 of them open, and two records each: the same
 * rows for the same count.
 */
export async function fillSessions(url: string, sessions: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select setseed(0.5)');
    await client.query(
      `insert into tracking_session (code, stock_name, entry_date, entry_close_price, current_primary_phase, source, priority,
         next_review_at, fundamental_score, summary_note, ended_at, market_source)
       select lpad((i % $2)::text, 6, '0'), '股票' || i, date '2025-12-31' - (random() * 700)::integer, 5 + random() * 50,
         (array['unclassified', 'accumulation', 'markup', 'distribution'])[1 + i % 4], '一年地量', (random() * 100)::integer,
         case when random() < 0.5 then date '2026-01-01' + (random() * 200)::integer end,
         case when random() < 0.5 then (random() * 20)::integer end, repeat('note ', (i % 20)::integer),
         case when i >= $2 then timestamptz '2025-12-31' - random() * interval '700 days' end, 'files'
       from generate_series(0, $1 - 1) i`,
      [sessions, OPEN_CODES],
    );
    await client.query(
      `insert into session_market (session_id, latest_close, latest_trade_date, close_vs_entry_pct, close_vs_entry_basis,
         circulating_market_cap_yi, cyq_spread_ratio, lowest_volume_trade_date)
       select id, 5 + random() * 50, date '2025-12-31', round((random() * 200 - 80)::numeric, 2), 'adjusted',
         round((random() * 5000)::numeric, 2), case when random() < 0.8 then round(random()::numeric, 4) end,
         date '2025-12-31' - (random() * 500)::integer
       from tracking_session order by id`,
    );
    for (const [table, columns, values] of RECORDS) {
      await client.query(
        `insert into ${table} (session_id, ${columns}, supply_demand, cycle_sub_tags, evidence_note, is_latest)
         select s.id, ${values}, 'balanced', array['phase_a', 'ground_volume'], repeat('evidence ', 1 + (s.id % 9)::integer), true
         from tracking_session s order by s.id`,
      );
    }
    await client.query('commit');
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}
