import { toStockCycleError, toUnreachable } from './stock-cycle-error.js';

/** @type {typeof import('../index.js').readData} */
export async function readData(call) {
  const { data, error, response } = await call.catch((/** @type {unknown} */ cause) => {
    // Of a body that breaks off, or of a proxy's page.
    throw cause instanceof TypeError || cause instanceof SyntaxError ? toUnreachable(cause) : cause;
  });
  if (data === undefined) throw toStockCycleError(response, error);
  return data.data;
}

/** @type {typeof import('../index.js').readPages} */
export async function* readPages(call) {
  let offset = 0;
  for (;;) {
    const page = await readData(call(offset));
    yield page;
    if (!page.pagination.hasMore) return;
    offset += page.pagination.limit;
  }
}
