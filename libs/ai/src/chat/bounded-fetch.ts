/** What a server sent, whole or cut. */
export interface RawReply {
  status: number;
  retryAfter: string | null;
  text: string;
}

/** No answer of ours is longer than some ten kilobytes. */
const LONGEST_REPLY_BYTES = 1024 * 1024;

/**
 * A request whose redirects are not followed and whose reply is read up to a megabyte, then cut.
 * @throws what `fetch` throws, also where the connection breaks in the middle of the body.
 */
export async function boundedFetch(url: string | URL | Request, init: RequestInit | undefined): Promise<RawReply> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    chunks.push(part.value);
    size += part.value.length;
    if (size > LONGEST_REPLY_BYTES) {
      await reader?.cancel();
      break;
    }
  }
  const bytes = Buffer.concat(chunks).subarray(0, LONGEST_REPLY_BYTES);
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    // PostgreSQL takes no NUL in a text.
    text: new TextDecoder().decode(bytes).replaceAll('\u0000', '\ufffd'),
  };
}
