import createClient from 'openapi-fetch';
import { Failure } from './failure';
import type { components, paths } from './openapi';

/** Every request and response of the server, as docs/openapi.json has them. */
export type Schemas = components['schemas'];

/** Calls the server with the login cookie; the paths, queries, bodies and responses are typed by docs/openapi.json. */
export const api = createClient<paths>({ baseUrl: '/', credentials: 'same-origin' });

interface Call<Body> {
  data?: Body | undefined;
  error?: unknown;
  response: Response;
}

/**
 * The `data` of a response.
 *
 * ```ts
 * const { sessions } = await dataOf(api.GET('/api/stock-cycle/sessions', { params: { query: { limit: 50 } } }));
 * ```
 * @throws Failure if the server rejected the request, or could not be reached.
 */
export async function readData<Data>(call: Promise<Call<{ data: Data }>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw Failure.unreachable(cause);
  });
  if (data === undefined) throw Failure.ofReply(response, error);
  return data.data;
}
