import { queryOptions } from '@tanstack/react-query';
import { api, readData, type Schemas } from './client';

/** How a job stands now. */
export function readJob(id: number, signal?: AbortSignal): Promise<Schemas['JobResponse']> {
  return readData(api.GET('/api/jobs/{id}', { params: { path: { id } }, ...(signal === undefined ? {} : { signal }) }));
}

/** A job by its id, under one key for every page that follows it. */
export function jobQuery(id: number) {
  return queryOptions({ queryKey: ['jobs', id], queryFn: ({ signal }) => readJob(id, signal) });
}
