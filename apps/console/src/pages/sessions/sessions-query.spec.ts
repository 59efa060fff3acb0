import { DEFAULT_QUERY, isFiltered, readSessionsQuery, sessionsApiQuery, writeSessionsQuery } from './sessions-query';

const FULL = {
  status: 'all',
  code: '格力',
  phase: 'accumulation',
  consensus: '上涨',
  scope: 'watchlist_only',
  review: '7d',
  screen: 'vol_breakout',
  deleted: true,
  sort: 'close_vs_entry_pct',
  order: 'asc',
} as const;

describe('the sessions list’s address', () => {
  it('is read as it was written', () => {
    expect(readSessionsQuery(writeSessionsQuery(FULL))).toEqual(FULL);
    expect(readSessionsQuery(`?${writeSessionsQuery(FULL)}`)).toEqual(FULL);
  });

  it('omits default values', () => {
    expect(writeSessionsQuery(DEFAULT_QUERY)).toBe('');
    expect(writeSessionsQuery({ ...DEFAULT_QUERY, status: 'all', code: '600519' })).toBe('status=all&code=600519');
  });

  it('falls back to the default for an unknown value', () => {
    const address =
      'status=broken&phase=up&ai_consensus=up&user_scope=me&review_due=soon&include_deleted=yes&screen=A%20B&sort=nonsense&order=up&x=1';
    expect(readSessionsQuery(address)).toEqual(DEFAULT_QUERY);
    expect(readSessionsQuery(`code=${'6'.repeat(200)}`).code).toHaveLength(100);
    expect(readSessionsQuery('code=%20%20600%20').code).toBe('600');
  });

  it('accepts the server’s other terms for the same value', () => {
    const read = readSessionsQuery('phase=_null&ai_consensus=none&review_due=today&include_deleted=1');
    expect(read).toMatchObject({ phase: 'nocategory', consensus: 'unset', review: 'due', deleted: true });
    expect(readSessionsQuery('review_due=1').review).toBe('due');
  });

  it('always requests a status from the server, and omits empty parameters', () => {
    expect(sessionsApiQuery(DEFAULT_QUERY)).toEqual({
      status: 'open',
      sort: 'priority',
      order: 'desc',
      phase: 'all',
      ai_consensus: 'all',
      user_scope: 'all',
    });
    expect(sessionsApiQuery(FULL)).toMatchObject({
      code: '格力',
      review_due: '7d',
      screen: 'vol_breakout',
      include_deleted: true,
    });
  });

  it('separates filters from sorts', () => {
    expect(isFiltered({ ...DEFAULT_QUERY, sort: 'entry_date', order: 'asc' })).toBe(false);
    expect(isFiltered({ ...DEFAULT_QUERY, review: 'due' })).toBe(true);
    expect(isFiltered({ ...DEFAULT_QUERY, status: 'all' })).toBe(true);
    expect(isFiltered({ ...DEFAULT_QUERY, screen: 'own_1' })).toBe(true);
  });
});
