import { columnOf, type EntityClass, type SqlRunner, tableOf, type Wire, wireColumnsOf } from '#lib/database';
import type { AiConsensus } from '../domain/session-fields';
import type { ReviewWindow } from '../domain/session-review';
import type { SessionSearch } from '../domain/session-search';
import type { PrimaryPhase } from '../domain/vocabulary';
import { SessionMarket } from './session-market.entity';
import { SESSION_COLUMNS, SESSION_JOINS, type SessionView } from './session-view.query';
import { TrackingSession } from './tracking-session.entity';

/** Sort words of the contract, and the table and column behind each; every one has an index in both orders. */
const SORTS = {
  priority: buildSort(TrackingSession, 'priority'),
  entry_date: buildSort(TrackingSession, 'entryDate'),
  next_review_at: buildSort(TrackingSession, 'nextReviewAt'),
  lowest_volume_trade_date: buildSort(SessionMarket, 'lowestVolumeTradeDate'),
  ended_at: buildSort(TrackingSession, 'endedAt'),
  cyq_spread_ratio: buildSort(SessionMarket, 'cyqSpreadRatio'),
  fundamental_score: buildSort(TrackingSession, 'fundamentalScore'),
  close_vs_entry_pct: buildSort(SessionMarket, 'closeVsEntryPct'),
  circulating_market_cap_yi: buildSort(SessionMarket, 'circulatingMarketCapYi'),
} as const;

function buildSort<Table extends TrackingSession | SessionMarket>(
  entity: EntityClass<Table>,
  key: Extract<keyof Table, string>,
): { ofSession: boolean; column: string } {
  return { ofSession: tableOf(entity) === tableOf(TrackingSession), column: columnOf(entity, key) };
}

export type SessionSort = keyof typeof SORTS;
export const SESSION_SORTS = Object.keys(SORTS) as SessionSort[];

export interface SessionPageQuery {
  status: 'all' | 'open' | 'closed';
  search: SessionSearch | undefined;
  /** null: sessions without a phase. */
  phase: PrimaryPhase | null | undefined;
  /** null: sessions without a consensus. */
  aiConsensus: AiConsensus | null | undefined;
  review: ReviewWindow | undefined;
  /** Codes of one user alone. */
  scope: { of: 'watchlist' | 'positions'; userId: number } | undefined;
  includeDeleted: boolean;
  sort: SessionSort;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** `deletedAt` is there where deleted sessions were asked for. */
export type ListedSession = SessionView & Partial<Wire<Pick<TrackingSession, 'deletedAt'>>>;

export interface SessionPage {
  sessions: ListedSession[];
  total: number;
}

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
  const counted = await db.query<{ total: number }>(countSql(filter), filter.parameters);
  let total = counted[0]?.total ?? 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (query.offset >= total) return { sessions: [], total };
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
  /** Nothing but deleted sessions is left out. */
  everything: boolean;
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
  if (query.scope !== undefined) {
    const table = query.scope.of === 'watchlist' ? 'watchlist_item' : 'position';
    conditions.push(`s.code in (select o.code from ${table} o where o.user_id = ${bind(query.scope.userId)})`);
  }
  const everything = conditions.length === 0 && !query.includeDeleted;
  if (!query.includeDeleted) conditions.push('s.deleted_at is null');
  return { conditions, parameters, everything };
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
        where ${live}not o.name_set and lower(normalize(k.name, NFKC)) like lower(${bind(`%${escaped(search.part)}%`)})))`;
    case 'nothing':
      return 'false';
  }
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
  return `select count(*) as total from tracking_session s ${whereSql(filter)}`;
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
  const { parameters } = filter;
  const bounds = `limit $${parameters.length + 1} offset $${parameters.length + 2}`;
  const deletedAt = query.includeDeleted ? `, ${wireColumnsOf(TrackingSession, 's', ['deletedAt'])}` : '';
  const known = counted?.from === 'front' ? [counted.total] : [];
  const total = known.length > 0 ? `select $${parameters.length + 3}::bigint as total` : countSql(filter);
  const rows = await db.query<(ListedSession | { id: null }) & { total: number }>(
    `select ${SESSION_COLUMNS}${deletedAt}, c.total
     from (${total}) c
     left join (${keysSql(query, filter, fromEnd)} ${bounds}) p on true
     left join tracking_session s on s.id = p.id ${SESSION_JOINS}
     order by p.key ${query.order} nulls last, p.id desc`,
    [...parameters, limit, skip, ...known],
  );
  // Of an empty page the total alone comes back.
  return {
    sessions: rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row])),
    total: rows[0]?.total ?? 0,
  };
}

/** Ids and sort keys in the order of the list, or in the very opposite one. */
function keysSql(query: SessionPageQuery, filter: Filter, opposite: boolean): string {
  const { ofSession, column } = SORTS[query.sort];
  const order = (query.order === 'asc') === opposite ? 'desc' : 'asc';
  const nulls = opposite ? 'first' : 'last';
  const ids = opposite ? 'asc' : 'desc';
  if (ofSession) {
    return `select s.id, s.${column} as key from tracking_session s ${whereSql(filter)}
      order by s.${column} ${order} nulls ${nulls}, s.id ${ids}`;
  }
  // The few deleted sessions go into a hash, so that the walk reads nothing but the index of the sort.
  const source = filter.everything
    ? `session_market k where k.session_id not in (select x.id from tracking_session x where x.deleted_at is not null)`
    : `session_market k join tracking_session s on s.id = k.session_id ${whereSql(filter)}`;
  return `select k.session_id as id, k.${column} as key from ${source}
    order by k.${column} ${order} nulls ${nulls}, k.session_id ${ids}`;
}
