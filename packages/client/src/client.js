import createClient from 'openapi-fetch';
import { readData } from './read.js';
import { toUnreachable } from './stock-cycle-error.js';
import { readStream } from './stream.js';

/** @typedef {import('../index.js').paths} paths */

/** @type {typeof import('../index.js').createStockCycleClient} */
export function createStockCycleClient({ baseUrl, apiKey, token, fetch = globalThis.fetch }) {
  const credential = apiKey ?? token;
  const api = /** @type {import('openapi-fetch').Client<paths>} */ (
    createClient({
      baseUrl,
      ...(credential === undefined ? {} : { headers: { authorization: `Bearer ${credential}` } }),
      fetch: (request) =>
        fetch(request).catch((/** @type {unknown} */ cause) => {
          throw request.signal.aborted ? request.signal.reason : toUnreachable(cause);
        }),
    })
  );
  return { ...api, stream: (path, options) => readStream(api, path, options) };
}

/** @type {typeof import('../index.js').logIn} */
export async function logIn({ username, password, ...server }) {
  const client = createStockCycleClient(server);
  const { token } = await readData(client.POST('/api/auth/login', { body: { username, password } }));
  return createStockCycleClient({ ...server, token });
}
