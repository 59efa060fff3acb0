import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';

/** A session with its records. */
export function sessionDetailOptions(id: number) {
  return queryOptions({
    queryKey: ['session', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/stock-cycle/sessions/{id}', { params: { path: { id } }, signal })),
  });
}
