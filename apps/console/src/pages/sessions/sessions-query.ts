import type { paths } from '../../api/openapi';
import type { Phase } from '../../parts/phases';

type ApiQuery = NonNullable<paths['/api/stock-cycle/sessions']['get']['parameters']['query']>;

export const STATUSES = ['open', 'closed', 'all'] as const;
export const PHASE_CHOICES = [
  'all',
  'unclassified',
  'transition',
  'accumulation',
  'markup',
  'distribution',
  'markdown',
  'nocategory',
] as const satisfies readonly (Phase | 'all' | 'nocategory')[];
export const CONSENSUS_CHOICES = ['all', '上涨', '下跌', '震荡', 'unset'] as const;
export const SCOPES = ['all', 'watchlist_only', 'position_only'] as const;
export const REVIEW_CHOICES = [
  'all',
  'due',
  '7d',
  '14d',
  '30d',
  '180d',
  '360d',
  'recorded',
  'before',
  'not_due',
] as const;
export const SORTS = [
  'priority',
  'entry_date',
  'next_review_at',
  'lowest_volume_trade_date',
  'ended_at',
  'cyq_spread_ratio',
  'fundamental_score',
  'close_vs_entry_pct',
  'circulating_market_cap_yi',
  'code',
  'name',
  'phase',
  'ai_consensus',
  'industry',
  'latest_close',
  'change_pct',
  'turnover_pct',
  'volume_ratio',
  'invalidation_distance_pct',
  'cost_distance_pct',
  'holding_profit',
] as const;
const ORDERS = ['desc', 'asc'] as const;

export type SessionSort = (typeof SORTS)[number];

/** What the list shows and in which order, as the address has it. */
export interface SessionsQuery {
  readonly status: (typeof STATUSES)[number];
  /** The beginning of a code or of pinyin initials, or a part of a name. */
  readonly code: string;
  readonly phase: (typeof PHASE_CHOICES)[number];
  readonly consensus: (typeof CONSENSUS_CHOICES)[number];
  readonly scope: (typeof SCOPES)[number];
  readonly review: (typeof REVIEW_CHOICES)[number];
  /** Id of a screen whose hits of the newest complete day stay; empty: none. */
  readonly screen: string;
  /** For administrators. */
  readonly deleted: boolean;
  readonly sort: SessionSort;
  readonly order: (typeof ORDERS)[number];
}

export const DEFAULT_QUERY: SessionsQuery = {
  status: 'open',
  code: '',
  phase: 'all',
  consensus: 'all',
  scope: 'all',
  review: 'all',
  screen: '',
  deleted: false,
  sort: 'priority',
  order: 'desc',
};

const MAX_TEXT_LENGTH = 100;
const SCREEN_ID = /^[a-z0-9_]{1,40}$/;

/** Reads an address; what it does not know, or what is no value of its kind, is as in {@link FIRST_QUERY}. */
export function readSessionsQuery(search: URLSearchParams | string): SessionsQuery {
  const params = typeof search === 'string' ? new URLSearchParams(search) : search;
  const of = <Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice =>
    choices.find((choice) => choice === params.get(name)) ?? fallback;
  return {
    status: of('status', STATUSES, DEFAULT_QUERY.status),
    code: (params.get('code') ?? '').trim().slice(0, MAX_TEXT_LENGTH),
    phase: params.get('phase') === '_null' ? 'nocategory' : of('phase', PHASE_CHOICES, 'all'),
    consensus: params.get('ai_consensus') === 'none' ? 'unset' : of('ai_consensus', CONSENSUS_CHOICES, 'all'),
    scope: of('user_scope', SCOPES, 'all'),
    review: ['today', '1'].includes(params.get('review_due') ?? '') ? 'due' : of('review_due', REVIEW_CHOICES, 'all'),
    screen: SCREEN_ID.exec(params.get('screen') ?? '')?.[0] ?? DEFAULT_QUERY.screen,
    deleted: ['true', '1'].includes(params.get('include_deleted') ?? ''),
    sort: of('sort', SORTS, DEFAULT_QUERY.sort),
    order: of('order', ORDERS, DEFAULT_QUERY.order),
  };
}

/** The search part of an address without its `?`: what differs from {@link FIRST_QUERY}, always in one order. */
export function writeSessionsQuery(query: SessionsQuery): string {
  const all: [name: string, value: string, first: string][] = [
    ['status', query.status, DEFAULT_QUERY.status],
    ['code', query.code, DEFAULT_QUERY.code],
    ['phase', query.phase, DEFAULT_QUERY.phase],
    ['ai_consensus', query.consensus, DEFAULT_QUERY.consensus],
    ['user_scope', query.scope, DEFAULT_QUERY.scope],
    ['review_due', query.review, DEFAULT_QUERY.review],
    ['screen', query.screen, DEFAULT_QUERY.screen],
    ['include_deleted', String(query.deleted), String(DEFAULT_QUERY.deleted)],
    ['sort', query.sort, DEFAULT_QUERY.sort],
    ['order', query.order, DEFAULT_QUERY.order],
  ];
  const given = all.filter(([, value, first]) => value !== first).map(([name, value]) => [name, value] as const);
  return new URLSearchParams(given.map(([name, value]) => [name, value])).toString();
}

/** The same for the server, whose own defaults are others: a status is always named. */
export function sessionsApiQuery(query: SessionsQuery): ApiQuery {
  return {
    status: query.status,
    sort: query.sort,
    order: query.order,
    phase: query.phase,
    ai_consensus: query.consensus,
    user_scope: query.scope,
    ...(query.code === '' ? {} : { code: query.code }),
    ...(query.review === 'all' ? {} : { review_due: query.review }),
    ...(query.screen === '' ? {} : { screen: query.screen }),
    ...(query.deleted ? { include_deleted: true } : {}),
  };
}

/** The address of the whole list as a file. */
export function sessionsFilePath(query: SessionsQuery): string {
  const given = Object.entries(sessionsApiQuery(query)).map(([name, value]) => [name, String(value)]);
  return `/api/stock-cycle/sessions?${new URLSearchParams(given).toString()}`;
}

/** Whether it leaves anything out, or lets anything in, that the page does not at first. A sort is no filter. */
export function isFiltered(query: SessionsQuery): boolean {
  return writeSessionsQuery({ ...query, sort: DEFAULT_QUERY.sort, order: DEFAULT_QUERY.order }) !== '';
}
