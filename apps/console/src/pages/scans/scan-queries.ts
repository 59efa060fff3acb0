import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { type StreamState, useEventStream } from '../../live/streams';
import { type Hit, inArrivalOrder, type Scan } from './hit-list';

export const SCANS_SHOWN = 20;

const HITS_AT_ONCE = 200;
/** While the event stream is lost, the scan is asked for. */
const ASK_AGAIN_MS = 5000;

/** A scan, followed by its event stream until it ends. */
export function useScan(id: number): { scan: UseQueryResult<Scan>; stream: StreamState } {
  const queries = useQueryClient();
  const key = ['scans', id];
  const known = useQuery<Scan>({ queryKey: key, queryFn: () => readScan(id), enabled: false }).data;
  const running = known?.finishedAt === null;
  const stream = useEventStream<Scan>(running ? `/api/stock-cycle/scans/${id}/events` : null, {
    progress: ['progress'],
    ends: ['completed', 'failed', 'cancelled'],
    onMessage: (scan, event) => {
      queries.setQueryData(key, scan);
      if (event === 'progress') return;
      void queries.invalidateQueries({ queryKey: ['scans', 'list'] });
      void queries.invalidateQueries({ queryKey: ['sessions'] });
    },
    onReturn: () => void queries.invalidateQueries({ queryKey: key, exact: true }),
  });
  const scan = useQuery<Scan>({
    queryKey: key,
    queryFn: () => readScan(id),
    refetchInterval: stream.kind === 'lost' ? ASK_AGAIN_MS : false,
  });
  return { scan, stream };
}

/** Every hit of a scan so far, in the order in which they arrived here; read again when there are more. */
export function useScanHits(scan: Scan): UseQueryResult<readonly Hit[]> {
  const queries = useQueryClient();
  const key = ['scans', scan.id, 'hits'];
  const hits = useQuery<readonly Hit[]>({
    queryKey: key,
    queryFn: async () => inArrivalOrder(queries.getQueryData<readonly Hit[]>(key) ?? [], await readHits(scan.id)),
    // They change with the scan alone.
    staleTime: Infinity,
  });
  const { refetch } = hits;
  const ended = scan.finishedAt !== null;
  const known = hits.data?.length;
  const more = known !== undefined && known !== scan.matchedCount;
  useEffect(() => {
    if (more) void refetch();
  }, [more, scan.matchedCount, ended, refetch]);
  return hits;
}

/** The hits of another scan, for a comparison. */
export function useOtherScanHits(id: number): UseQueryResult<readonly Hit[]> {
  return useQuery<readonly Hit[]>({
    queryKey: ['scans', id, 'hits'],
    queryFn: () => readHits(id),
    staleTime: Infinity,
  });
}

export function useScanList(offset: number): UseQueryResult<Schemas['ScanListResponse']> {
  return useQuery({
    queryKey: ['scans', 'list', offset],
    queryFn: () => readData(api.GET('/api/stock-cycle/scans', { params: { query: { limit: SCANS_SHOWN, offset } } })),
    placeholderData: keepPreviousData,
  });
}

function readScan(id: number): Promise<Scan> {
  return readData(api.GET('/api/stock-cycle/scans/{id}', { params: { path: { id } } }));
}

async function readHits(id: number): Promise<Hit[]> {
  const first = await readPage(id, 0);
  const offsets = Array.from(
    { length: Math.ceil(first.pagination.total / HITS_AT_ONCE) - 1 },
    (_, page) => (page + 1) * HITS_AT_ONCE,
  );
  const pages = await Promise.all(offsets.map((offset) => readPage(id, offset)));
  return [first, ...pages].flatMap(({ hits }) => hits);
}

function readPage(id: number, offset: number): Promise<Schemas['ScanHitsResponse']> {
  const params = { path: { id }, query: { limit: HITS_AT_ONCE, offset } };
  return readData(api.GET('/api/stock-cycle/scans/{id}/hits', { params }));
}
