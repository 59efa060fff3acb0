import { queryOptions } from '@tanstack/react-query';
import { api, readData } from '../api/client';

/** A session with its records. */
export function sessionDetailOptions(id: number) {
  return queryOptions({
    queryKey: ['session', id],
    queryFn: ({ signal }) => readData(api.GET('/api/stock-cycle/sessions/{id}', { params: { path: { id } }, signal })),
  });
}
