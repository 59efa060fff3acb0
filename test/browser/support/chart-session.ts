import type { TestService } from '../../support/worlds/test-service';

const ENTRY_DAY = '2026-01-15';

/** Phases of the weeks since the entry, a few weeks each. */
const PHASES = [
  ['markdown', 5],
  ['unclassified', 2],
  ['accumulation', 12],
  ['transition', 2],
  ['markup', 9],
  ['distribution', 10],
] as const;

/** Events by how many trading days after the entry; two of a day, and some on neighbouring days, want each other's place. */
const EVENTS = [
  { after: 12, events: ['PS'], origin: 'manual' },
  { after: 20, events: ['SC'], origin: 'manual' },
  { after: 25, events: ['AR'], origin: 'ai' },
  { after: 33, events: ['ST', 'TEST'], origin: 'ai' },
  { after: 35, events: ['EVR'], origin: 'manual' },
  { after: 60, events: ['SPRING', 'TSO'], origin: 'ai' },
  { after: 62, events: ['TEST'], origin: 'manual' },
  { after: 63, events: ['LPS'], origin: 'ai' },
  { after: 75, events: ['SOS'], origin: 'manual' },
  { after: 82, events: ['JAC', 'BU'], origin: 'manual' },
  { after: 130, events: ['PSY'], origin: 'ai' },
  { after: 138, events: ['BC'], origin: 'manual' },
  { after: 141, events: ['ARE'], origin: 'ai' },
  { after: 150, events: ['UT'], origin: 'manual' },
  { after: 165, events: ['UTAD'], origin: 'ai' },
  { after: 172, events: ['SOW', 'LPSY'], origin: 'manual' },
  { after: 180, events: ['SOT'], origin: 'manual' },
] as const;

export interface ChartSession {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly entryDay: string;
}

/** A session of most of a year with records of every phase and many events, by people and by a model. */
export async function createChartSession(service: TestService): Promise<ChartSession> {
  const [stock] = await service.database.query<{ code: string; name: string }>(
    `select stock.code, stock.name from stock join daily_bar using (code)
     where not exists (select from tracking_session session where session.code = stock.code)
     group by stock.code, stock.name order by count(*) desc, stock.code limit 1`,
  );
  if (stock === undefined) throw new Error('every stock of the demo has a session');
  const days = await service.database.query<{ day: string; close: number }>(
    `select to_char(trade_date, 'YYYY-MM-DD') as day, close from daily_bar where code = $1 and trade_date >= $2 order by 1`,
    [stock.code, ENTRY_DAY],
  );
  const created = await service.call('POST', '/api/stock-cycle/sessions', {
    json: { code: stock.code, entry_date: ENTRY_DAY, entry_close_price: days[0]?.close },
  });
  const { id } = (created.body.data as { session: { id: number } }).session;
  for (const { after, events, origin } of EVENTS) {
    const day = days[after]?.day;
    const reply = await service.call('POST', `/api/stock-cycle/sessions/${id}/daily`, {
      json: { trade_date: day, cycle_events: events, evidence_note: '量价见图' },
    });
    if (reply.status >= 300) throw new Error(reply.text);
    if (origin === 'ai') {
      await service.database.query(`update daily_record set origin = 'ai' where session_id = $1 and trade_date = $2`, [
        id,
        day,
      ]);
    }
  }
  const weeks = await service.database.query<{ day: string }>(
    `select to_char(max(trade_date), 'YYYY-MM-DD') as day from daily_bar where trade_date >= $1
     group by date_trunc('week', trade_date) order by 1`,
    [ENTRY_DAY],
  );
  const hints = PHASES.flatMap(([phase, count]) => Array.from({ length: count }, () => phase));
  for (const [week, hint] of hints.entries()) {
    const reply = await service.call('POST', `/api/stock-cycle/sessions/${id}/weekly`, {
      json: { week_end_date: weeks[week]?.day, primary_phase_hint: hint },
    });
    if (reply.status >= 300) throw new Error(reply.text);
  }
  return { id, code: stock.code, name: stock.name, entryDay: ENTRY_DAY };
}
