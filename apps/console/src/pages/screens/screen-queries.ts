import {
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';
import type { ScreenHit } from './compare-days';
import type { ScreenRequest } from './screen-draft';
import type { Screen } from './screen-list';

export type ScreenRun = Schemas['RunScreenResponse'];

/** Rows that are shown at first, and with each further look. */
export const AT_ONCE = 100;
/** Of what one response may have. */
const MOST = 500;

export const SCREENS = ['screens'] as const;

export function useScreens(): UseQueryResult<readonly Screen[]> {
  return useQuery<readonly Screen[]>({
    queryKey: [...SCREENS, 'list'],
    queryFn: async () => (await readData(api.GET('/api/screens'))).screens,
  });
}

export function useScreen(id: string): UseQueryResult<Screen> {
  return useQuery<Screen>({
    queryKey: [...SCREENS, 'one', id],
    queryFn: async () => (await readData(api.GET('/api/screens/{id}', { params: { path: { id } } }))).screen,
    retry: false,
  });
}

/** The run of this version of a screen, under which its pages are kept. */
export function runKey({ id, version }: Screen, request: ScreenRequest): readonly unknown[] {
  return [...SCREENS, 'run', id, version, request];
}

/** Runs a screen; more of its hits are read on demand. It is run again when somebody asks, and not by itself. */
export function useScreenRun(
  screen: Screen,
  request: ScreenRequest,
): UseInfiniteQueryResult<{ pages: ScreenRun[]; pageParams: number[] }> {
  return useInfiniteQuery({
    queryKey: runKey(screen, request),
    queryFn: ({ pageParam, signal }) => run(screen.id, request, { offset: pageParam, limit: AT_ONCE }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { offset, limit, hasMore } }: ScreenRun) => (hasMore ? offset + limit : null),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}

/** Every hit of a run. */
export function useAllHits(
  screen: Screen,
  request: ScreenRequest | undefined,
): UseQueryResult<{ asOf: string; hits: ScreenHit[] }> {
  return useQuery({
    queryKey: [...SCREENS, 'all-hits', screen.id, screen.version, request],
    queryFn: ({ signal }) => readAllHits(screen.id, request ?? { params: {}, filters: {} }, signal),
    enabled: request !== undefined,
    staleTime: Infinity,
    retry: false,
  });
}

export async function readAllHits(
  id: string,
  request: ScreenRequest,
  signal?: AbortSignal,
): Promise<{ asOf: string; hits: ScreenHit[] }> {
  const hits: ScreenHit[] = [];
  for (;;) {
    const { asOf, rows, matched } = await run(id, request, { offset: hits.length, limit: MOST }, signal);
    hits.push(...rows);
    if (rows.length === 0 || hits.length >= matched) return { asOf, hits };
  }
}

function run(
  id: string,
  { as_of, params, filters }: ScreenRequest,
  page: { offset: number; limit: number },
  signal?: AbortSignal,
): Promise<ScreenRun> {
  const body = { ...(as_of === undefined ? {} : { as_of }), params: { ...params }, filters: { ...filters }, ...page };
  return readData(
    api.POST('/api/screens/{id}/run', {
      params: { path: { id } },
      body,
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}
