import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';
import { type MorePages, useMorePages } from '../../api/more-pages';
import { type StreamState, useEventStream } from '../../live/streams';
import type { Study } from './study-figures';

export type StudyCase = Schemas['StudyCaseResponse'];
export type LibraryStudy = Schemas['LibraryStudyResponse'];

const STUDIES = ['studies'] as const;
const LISTED = 50;
/** While an event stream is lost, or a list has a study that runs. */
const ASK_AGAIN_MS = 5000;
export const CASES_SHOWN = 50;

export function studyKey(id: number): readonly unknown[] {
  return [...STUDIES, 'one', id];
}

/** What every list of studies is kept under. */
export const STUDY_LISTS = [...STUDIES, 'list'] as const;

/** A study, followed by its event stream until it ends. */
export function useStudy(id: number): { study: UseQueryResult<Study>; stream: StreamState } {
  const queries = useQueryClient();
  const key = studyKey(id);
  const known = useQuery<Study>({ queryKey: key, queryFn: () => readStudy(id), enabled: false }).data;
  const stream = useEventStream<Study>(known?.finishedAt === null ? `/api/studies/${id}/events` : null, {
    progress: ['progress'],
    ends: ['completed', 'failed', 'cancelled'],
    onMessage: (study, event) => {
      if (event === 'progress') {
        queries.setQueryData(key, study);
        return;
      }
      // An event has no path, groups or histogram.
      void queries.invalidateQueries({ queryKey: key, exact: true });
      void queries.invalidateQueries({ queryKey: STUDY_LISTS });
    },
    onReturn: () => void queries.invalidateQueries({ queryKey: key, exact: true }),
  });
  const study = useQuery<Study>({
    queryKey: key,
    queryFn: () => readStudy(id),
    retry: false,
    refetchInterval: stream.kind === 'lost' ? ASK_AGAIN_MS : false,
  });
  return { study, stream };
}

/** The newest completed study of a screen, of all screens that have one. */
export function useStudyLibrary(): UseQueryResult<readonly LibraryStudy[]> {
  return useQuery<readonly LibraryStudy[]>({
    queryKey: [...STUDY_LISTS, 'library'],
    queryFn: async () => (await readData(api.GET('/api/studies/library'))).studies,
  });
}

/** Newest first. @param screen Empty: of all screens. @param status Undefined: in any state. */
export function useStudyList(
  screen: string,
  status: Study['status'] | undefined,
): MorePages<Schemas['StudyListResponse']> {
  return useMorePages({
    queryKey: [...STUDY_LISTS, 'pages', screen, status],
    read: (offset) => {
      const filter = { ...(screen === '' ? {} : { screen }), ...(status === undefined ? {} : { status }) };
      const query = { limit: LISTED, offset, ...filter };
      return readData(api.GET('/api/studies', { params: { query } }));
    },
    refetchMs: (pages) =>
      pages.some(({ studies }) => studies.some(({ finishedAt }) => finishedAt === null)) && ASK_AGAIN_MS,
  });
}

/** A page of a completed study's cases, by signal day and rank. */
export function useStudyCases(id: number, offset: number): UseQueryResult<Schemas['StudyCasesResponse']> {
  return useQuery({
    queryKey: [...STUDIES, 'cases', id, offset],
    queryFn: () => {
      const params = { path: { id }, query: { limit: CASES_SHOWN, offset } };
      return readData(api.GET('/api/studies/{id}/cases', { params }));
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}

function readStudy(id: number): Promise<Study> {
  return readData(api.GET('/api/studies/{id}', { params: { path: { id } } }));
}
