import { columnOf, type SqlRunner, StatementVariants, type Wire, wireColumnsOf } from '#lib/database';
import { SELECT_MARKET_SOURCE, type StoredMarketSource } from '#lib/market-data';
import { AI_CONSENSUS, type AiConsensus } from '../domain/session-fields';
import type { ReviewWindow } from '../domain/session-review';
import type { SessionSearch } from '../domain/session-search';
import { PRIMARY_PHASES, type PrimaryPhase } from '../domain/vocabulary';
import {
  HOLDING_COLUMN,
  HOLDING_COST_DISTANCE,
  HOLDING_PROFIT,
  holdingJoins,
  type HoldingView,
} from './holding-figures';
import { SessionMarket } from './session-market.entity';
import { type CountedStatus, keptTotal } from './session-count.query';
import { LISTING_JOIN } from './session-name';
import { SESSION_COLUMNS, SESSION_JOINS, type SessionView } from './session-view.query';
import { TrackingSession } from './tracking-session.entity';

/** What a list is sorted by. `market`: a column of `session_market`; else SQL over the session `s` and the joins. */
type Sort = { market: string } | { session: string; joins?: (userId: string) => string };

/** Words in the order of a vocabulary; the same text as in the index. */
const inOrder = (column: string, words: readonly string[]): string =>
  `array_position('{${words.join(',')}}'::text[], s.${column})`;

/** By pinyin, as lists of stocks are; a name that a person set, as it is written. */
const NAME_KEY = `case when s.name_set then s.stock_name
  else coalesce(listing.initials || ' ', '') || coalesce(listing.name, s.stock_name) end collate "C"`;

/** Sort words, and what is behind each; of those that every reader has, each has an index in both orders. */
const INDEXED_SORTS = {
  priority: sortBySession('priority'),
  entry_date: sortBySession('entryDate'),
  next_review_at: sortBySession('nextReviewAt'),
  lowest_volume_trade_date: sortByMarket('lowestVolumeTradeDate'),
  ended_at: sortBySession('endedAt'),
  cyq_spread_ratio: sortByMarket('cyqSpreadRatio'),
  fundamental_score: sortBySession('fundamentalScore'),
  close_vs_entry_pct: sortByMarket('closeVsEntryPct'),
  circulating_market_cap_yi: sortByMarket('circulatingMarketCapYi'),
  code: sortBySession('code'),
  phase: { session: inOrder('current_primary_phase', PRIMARY_PHASES) },
  ai_consensus: { session: inOrder('ai_consensus', AI_CONSENSUS) },
  latest_close: sortByMarket('latestClose'),
  change_pct: sortByMarket('changePct'),
  turnover_pct: sortByMarket('turnoverPct'),
  volume_ratio: sortByMarket('volumeRatio'),
  invalidation_distance_pct: sortByMarket('invalidationDistancePct'),
} as const satisfies Record<string, Sort>;
/** What belongs to the stock, or to the caller: the ids and keys of the whole list are sorted, the rows of a page read. */
const JOINED_SORTS = {
  name: { session: NAME_KEY, joins: () => LISTING_JOIN },
  industry: { session: 'listing.industry collate "C"', joins: () => LISTING_JOIN },
  cost_distance_pct: { session: HOLDING_COST_DISTANCE, joins: holdingJoins },
  holding_profit: { session: HOLDING_PROFIT, joins: holdingJoins },
} as const satisfies Record<string, Sort>;
const SORTS: Record<SessionSort, Sort> = { ...INDEXED_SORTS, ...JOINED_SORTS };

function sortBySession(key: Extract<keyof TrackingSession, string>): Sort {
  return { session: `s.${columnOf(TrackingSession, key)}` };
}

function sortByMarket(key: Extract<keyof SessionMarket, string>): Sort {
  return { market: columnOf(SessionMarket, key) };
}

export type SessionSort = keyof typeof INDEXED_SORTS | keyof typeof JOINED_SORTS;
export const INDEXED_SESSION_SORTS = Object.keys(INDEXED_SORTS) as (keyof typeof INDEXED_SORTS)[];
export const SESSION_SORTS: readonly SessionSort[] = [
  ...INDEXED_SESSION_SORTS,
  ...(Object.keys(JOINED_SORTS) as (keyof typeof JOINED_SORTS)[]),
];

export interface SessionPageQuery {
  status: 'all' | 'open' | 'closed';
  search: SessionSearch | undefined;
  /** null: sessions without a phase. */
  phase: PrimaryPhase | null | undefined;
  /** null: sessions without a consensus. */
  aiConsensus: AiConsensus | null | undefined;
  review: ReviewWindow | undefined;
  /** This priority or a higher one. */
  minPriority?: number | undefined;
  /** Codes of one user alone. */
  scope: { of: 'watchlist' | 'positions'; userId: number } | undefined;
  /** Of these stocks alone; undefined: of all. */
  codes: readonly string[] | undefined;
  /** Whose holdings the rows show; undefined: nobody's. */
  userId: number | undefined;
  includeDeleted: boolean;
  sort: SessionSort;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** `deletedAt` is there where deleted sessions were asked for; `holding` is the caller's. */
export type ListedSession = SessionView &
  Partial<Wire<Pick<TrackingSession, 'deletedAt'>>> & { holding: HoldingView | null };

export interface SessionPage {
  sessions: ListedSession[];
  total: number;
  /** Where the market behind the figures comes from. */
  marketSource: StoredMarketSource;
}

type PageRow = (ListedSession | { id: null }) & Omit<SessionPage, 'sessions'>;

const FIRST_PAGES = new StatementVariants('list_sessions');

/** Up to this offset a page is walked from the front, whatever the total: one statement gives both. */
const NEAR_OFFSET = 500;
const MAX_ROUNDS = 3;

/**
 * A page of sessions and how many there are in all. NULLs last in both orders; ties by id, newest first.
 * A page beyond the middle is walked from the end of the index, so that the deepest page costs what the first does. Its
 * position depends on the total, so it is read again when the total has changed in between.
 */
export async function selectSessionPage(db: SqlRunner, query: SessionPageQuery): Promise<SessionPage> {
  const filter = buildFilter(query);
  if (query.offset <= NEAR_OFFSET) return readPage(db, query, filter, undefined);
  const [counted] = await db.query<Omit<SessionPage, 'sessions'>>(contextSql(countSql(filter)), filter.parameters);
  if (counted === undefined) throw new Error('a count gave no row');
  let { total } = counted;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (query.offset >= total) return { ...counted, sessions: [], total };
    if (query.offset < total / 2) break;
    const page = await readPage(db, query, filter, { total, from: 'end' });
    if (page.total === total) return page;
    total = page.total;
  }
  return readPage(db, query, filter, { total, from: 'front' });
}

interface Filter {
  conditions: string[];
  parameters: unknown[];
  /** The list has all sessions of this status, but no deleted ones, so that its total is the kept one; undefined for any other list. */
  keptTotal: CountedStatus | undefined;
}

function buildFilter(query: SessionPageQuery): Filter {
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  if (query.status !== 'all') conditions.push(`s.ended_at is ${query.status === 'open' ? '' : 'not '}null`);
  if (query.search !== undefined) conditions.push(searchSql(query.search, query.includeDeleted, bind));
  if (query.phase !== undefined) conditions.push(equalsSql('s.current_primary_phase', query.phase, bind));
  if (query.aiConsensus !== undefined) conditions.push(equalsSql('s.ai_consensus', query.aiConsensus, bind));
  if (query.review !== undefined) conditions.push(reviewSql(query.review, bind));
  if (query.minPriority !== undefined) conditions.push(`s.priority >= ${bind(query.minPriority)}`);
  if (query.scope !== undefined) {
    const table = query.scope.of === 'watchlist' ? 'watchlist_item' : 'position';
    conditions.push(`s.code in (select o.code from ${table} o where o.user_id = ${bind(query.scope.userId)})`);
  }
  if (query.codes !== undefined) conditions.push(`s.code = any (${bind(query.codes)}::text[])`);
  const isKept = conditions.length === (query.status === 'all' ? 0 : 1) && !query.includeDeleted;
  if (!query.includeDeleted) conditions.push('s.deleted_at is null');
  return { conditions, parameters, keptTotal: isKept ? query.status : undefined };
}

function searchSql(search: SessionSearch, deletedToo: boolean, bind: (value: unknown) => string): string {
  // The trigram index holds live sessions alone.
  const live = deletedToo ? '' : 'o.deleted_at is null and ';
  switch (search.by) {
    case 'code':
      return `(s.code between ${bind(search.from)} and ${bind(search.to)} or s.code = any (array(
        select c.new_code from stock_code_change c where c.old_code between ${bind(search.from)} and ${bind(search.to)})))`;
    case 'name':
      // The session's own name, and the one of today that readers see unless a person set another.
      return `s.id = any (array(
        select o.id from tracking_session o where ${live}o.search_name like lower(${bind(`%${tripled(search.part)}%`)})
        union all
        select o.id from tracking_session o join stock k on k.code = o.code
        where ${live}not o.name_set and lower(normalize(k.name, NFKC)) like lower(${bind(`%${escaped(search.part)}%`)})
        ${search.initials === null ? '' : initialsSql(search.initials, live, bind)}))`;
    case 'nothing':
      return 'false';
  }
}

function initialsSql(initials: string, live: string, bind: (value: unknown) => string): string {
  const from = bind(initials);
  return `union all
    select o.id from tracking_session o join stock k on k.code = o.code
    where ${live}k.initials >= ${from} and k.initials < ${from} || '{'`;
}

/** A pattern for `search_name`, which holds every character of the name three times. Wildcards stand for themselves. */
function tripled(part: string): string {
  return [...part].map((character) => escaped(character).repeat(3)).join('');
}

/** For a `like` that takes wildcards as they stand. */
function escaped(part: string): string {
  return part.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

function equalsSql(column: string, value: string | null, bind: (value: unknown) => string): string {
  return value === null ? `${column} is null` : `${column} = ${bind(value)}`;
}

function reviewSql({ unset, after, until }: ReviewWindow, bind: (value: unknown) => string): string {
  const bounds = [
    ...(after === undefined ? [] : [`s.next_review_at > ${bind(after)}::date`]),
    ...(until === undefined ? [] : [`s.next_review_at <= ${bind(until)}::date`]),
  ].join(' and ');
  return unset ? `(s.next_review_at is null or ${bounds})` : bounds;
}

function whereSql({ conditions }: Filter): string {
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
}

function countSql(filter: Filter): string {
  if (filter.keptTotal !== undefined) return keptTotal(filter.keptTotal);
  return `select count(*) as total from tracking_session s ${whereSql(filter)}`;
}

/** What a page shows of the whole list. @param total SQL of one row with the total. */
function contextSql(total: string): string {
  return `select t.total, ${SELECT_MARKET_SOURCE} as "marketSource" from (${total}) t`;
}

/** How many rows a count found a moment ago, and where to walk from. From the end the page counts again to be sure. */
interface Counted {
  total: number;
  from: 'front' | 'end';
}

/** Reads a page: from the front, or, where the total is known, from the end. */
async function readPage(
  db: SqlRunner,
  query: SessionPageQuery,
  filter: Filter,
  counted: Counted | undefined,
): Promise<SessionPage> {
  const fromEnd = counted?.from === 'end';
  const rest = fromEnd ? counted.total - query.offset : query.limit;
  const limit = Math.min(query.limit, rest);
  const skip = fromEnd ? rest - limit : query.offset;
  const parameters = [...filter.parameters];
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  // The first pages of whole lists are requested all the time. With its limit in the text a plan walks the index of the sort.
  const isFirst = filter.keptTotal !== undefined && skip === 0 && !fromEnd;
  const bounds = isFirst ? `limit ${limit}` : `limit ${bind(limit)} offset ${bind(skip)}`;
  const userId = bind(query.userId ?? null);
  const deletedAt = query.includeDeleted ? `, ${wireColumnsOf(TrackingSession, 's', ['deletedAt'])}` : '';
  const total = counted?.from === 'front' ? `select ${bind(counted.total)}::bigint as total` : countSql(filter);
  const text = `select ${SESSION_COLUMNS}${deletedAt}, ${HOLDING_COLUMN}, c.total, c."marketSource"
     from (${contextSql(total)}) c
     left join (${keysSql(query, filter, userId, fromEnd)} ${bounds}) p on true
     left join tracking_session s on s.id = p.id ${SESSION_JOINS} ${holdingJoins(userId)}
     order by p.key ${query.order} nulls last, p.id desc`;
  const rows = await db.query<PageRow>(isFirst ? FIRST_PAGES.prepare<PageRow>(text) : text, parameters);
  const [first] = rows;
  if (first === undefined) throw new Error('a page gave no row');
  return {
    // Of an empty page the total and the source alone come back.
    sessions: rows.flatMap(({ total: _, marketSource: __, ...row }) => (row.id === null ? [] : [row])),
    total: first.total,
    marketSource: first.marketSource,
  };
}

/** Ids and sort keys in the order of the list, or in the very opposite one. @param userId The parameter of the caller. */
function keysSql(query: SessionPageQuery, filter: Filter, userId: string, opposite: boolean): string {
  const sort = SORTS[query.sort];
  const order = (query.order === 'asc') === opposite ? 'desc' : 'asc';
  const nulls = opposite ? 'first' : 'last';
  const ids = opposite ? 'asc' : 'desc';
  if ('session' in sort) {
    return `select s.id, ${sort.session} as key from tracking_session s ${sort.joins?.(userId) ?? ''} ${whereSql(filter)}
      order by ${sort.session} ${order} nulls ${nulls}, s.id ${ids}`;
  }
  // The few deleted sessions go into a hash, so that the walk reads nothing but the index of the sort.
  const source =
    filter.keptTotal === 'all'
      ? `session_market k where k.session_id not in (select x.id from tracking_session x where x.deleted_at is not null)`
      : `session_market k join tracking_session s on s.id = k.session_id ${whereSql(filter)}`;
  return `select k.session_id as id, k.${sort.market} as key from ${source}
    order by k.${sort.market} ${order} nulls ${nulls}, k.session_id ${ids}`;
}
