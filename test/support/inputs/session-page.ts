import type { SessionPageQuery } from '#lib/tracking';

/** The first page of all sessions that are not deleted, as nobody in particular reads it. */
export const FIRST_PAGE: SessionPageQuery = {
  status: 'all',
  search: undefined,
  phase: undefined,
  aiConsensus: undefined,
  review: undefined,
  scope: undefined,
  codes: undefined,
  userId: undefined,
  includeDeleted: false,
  sort: 'priority',
  order: 'desc',
  limit: 50,
  offset: 0,
};
