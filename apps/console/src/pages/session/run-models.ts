import { useQuery } from '@tanstack/react-query';
import { api, readData } from '../../api/client';

const RUNS = 200;

/** The models behind a session's newest runs, by the run's id. */
export function useRunModels(sessionId: number, wanted: boolean): ReadonlyMap<number, string> {
  const { data } = useQuery({
    queryKey: ['ai-runs', { session_id: sessionId, limit: RUNS }],
    queryFn: () =>
      readData(api.GET('/api/stock-cycle/ai-runs', { params: { query: { session_id: sessionId, limit: RUNS } } })),
    enabled: wanted,
  });
  return new Map(data?.runs.map(({ id, model }) => [id, model]));
}
