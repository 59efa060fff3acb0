import type { Client } from 'pg';
import { benchDays } from '../market/bench-market';

export interface Request {
  /** The route, for people. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: unknown;
}

type Random = () => number;

/** What the requests ask for, picked so that each of them can be answered with 2xx. */
interface Stored {
  sessionIds: readonly number[];
  codes: readonly string[];
  keywords: readonly string[];
  /** Daily records and open sessions of codes without bars, which no drain touches. */
  dailyIds: readonly number[];
  writableIds: readonly number[];
}

/** Marks the daily records that the mix creates. */
export const SOAK_NOTE = 'written by the soak';

const SORTS = ['priority', 'entry_date', 'next_review_at', 'close_vs_entry_pct', 'fundamental_score'];
const FILTERS = ['status=open', 'status=all', 'status=open&review_due=due', 'phase=accumulation', 'code=0001'];
/** Days since which every open session of the fill may have a record, none of which the fill has written. */
const NEW_DAYS = benchDays(260).slice(0, 230);

/** The requests of people and scripts, by their share. */
export class Mix {
  private created = 0;
  private readonly shares: readonly { share: number; name: string; make: (random: Random) => Omit<Request, 'name'> }[];

  private constructor(stored: Stored) {
    const session = '/api/stock-cycle/sessions';
    const search = '/api/admin/seo-ranking/keyword-search';
    this.shares = [
      {
        share: 22,
        name: 'list of sessions',
        make: (random) => ({
          method: 'GET',
          path: `${session}?${pick(FILTERS, random)}&sort=${pick(SORTS, random)}&limit=50&offset=${pick([0, 0, 50, 500], random)}`,
        }),
      },
      {
        share: 22,
        name: 'one session',
        make: (random) => ({ method: 'GET', path: `${session}/${pick(stored.sessionIds, random)}` }),
      },
      {
        share: 10,
        name: 'stock search',
        make: (random) => ({
          method: 'GET',
          path: `/api/market/stocks?query=${pick(stored.codes, random).slice(0, 3 + Math.floor(random() * 4))}`,
        }),
      },
      {
        share: 15,
        name: 'bars of a stock',
        make: (random) => ({
          method: 'GET',
          path: `/api/market/stocks/${pick(stored.codes, random)}/bars?adjust=qfq&from=2025-01-01&to=2025-12-31`,
        }),
      },
      {
        share: 5,
        name: 'bars of ten stocks',
        make: (random) => ({
          method: 'GET',
          path: `/api/market/bars?count=60&codes=${[...new Set(Array.from({ length: 10 }, () => pick(stored.codes, random)))].join()}`,
        }),
      },
      {
        share: 5,
        name: 'edit of a daily record',
        make: (random) => ({
          method: 'PATCH',
          path: `/api/stock-cycle/daily/${pick(stored.dailyIds, random)}`,
          body: { supply_demand: 'demand_dominant', evidence_note: `looked at once more: ${random()}` },
        }),
      },
      { share: 3, name: 'new daily record', make: () => this.newRecord(stored.writableIds) },
      {
        share: 4,
        name: 'priority',
        make: (random) => ({
          method: 'PUT',
          path: `${session}/${pick(stored.writableIds, random)}/priority`,
          body: { priority: Math.floor(random() * 100) },
        }),
      },
      {
        share: 6,
        name: 'keyword, exact',
        make: (random) => ({ method: 'POST', path: search, body: { keyword: pick(stored.keywords, random) } }),
      },
      {
        share: 4,
        name: 'keyword, fuzzy',
        make: (random) => ({
          method: 'POST',
          path: search,
          body: { keyword: pick(stored.keywords, random).slice(0, 8), searchMode: 'fuzzy' },
        }),
      },
      { share: 4, name: 'readiness', make: () => ({ method: 'GET', path: '/health/ready' }) },
    ];
  }

  static async of(client: Client): Promise<Mix> {
    const all = async <T>(sql: string): Promise<T[]> =>
      (await client.query<{ value: T }>(sql)).rows.map(({ value }) => value);
    const untouched = `s.ended_at is null and not exists (select from stock where code = s.code)`;
    return new Mix({
      sessionIds: await all(`select id as value from tracking_session order by id`),
      codes: await all(`select code as value from stock where first_bar_date < '2025-01-01' order by code`),
      keywords: await all(`select folded as value from seo_keyword where length(folded) >= 8 order by id limit 2000`),
      dailyIds: await all(
        `select d.id as value from daily_record d join tracking_session s on s.id = d.session_id where ${untouched} order by d.id`,
      ),
      writableIds: await all(
        `select id as value from tracking_session s where ${untouched} and entry_date < '${NEW_DAYS[0] ?? ''}' order by id`,
      ),
    });
  }

  next(random: Random): Request {
    let rest = random() * this.shares.reduce((sum, { share }) => sum + share, 0);
    const kind = this.shares.find(({ share }) => (rest -= share) < 0) ?? this.shares[0];
    if (kind === undefined) throw new Error('the mix is empty');
    return { name: kind.name, ...kind.make(random) };
  }

  /** A day of a session that has no record yet. */
  private newRecord(ids: readonly number[]): Omit<Request, 'name'> {
    const at = (this.created += 1);
    const day = NEW_DAYS[Math.floor(at / ids.length)];
    if (day === undefined) throw new Error('no day is left without a record');
    return {
      method: 'POST',
      path: `/api/stock-cycle/sessions/${ids[at % ids.length] ?? 0}/daily`,
      body: { trade_date: day, supply_demand: 'balanced', evidence_note: SOAK_NOTE },
    };
  }
}

function pick<T>(list: readonly T[], random: Random): T {
  const value = list[Math.floor(random() * list.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}
