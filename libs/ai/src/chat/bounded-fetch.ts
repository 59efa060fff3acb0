import { EventStream } from './event-stream';

/** What a server sent, whole or cut. */
export interface RawResponse {
  status: number;
  retryAfter: string | null;
  text: string;
}

/** No response to our requests is longer than some ten kilobytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
/** A streamed token comes in some three hundred bytes, and a model may think for thirty thousand. */
const MAX_STREAM_BYTES = 64 * 1024 * 1024;

/**
 * A request whose redirects are not followed and whose response is read up to a megabyte, then cut. A response that is a stream
 * of events is joined into one body.
 * @param onBytes Called with each piece that arrives, the headers too.
 * @throws what `fetch` throws, also if the connection breaks in the middle of the body.
 */
export async function boundedFetch(
  url: string | URL | Request,
  init: RequestInit | undefined,
  onBytes: () => void,
): Promise<RawResponse> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  onBytes();
  const streamed = response.headers.get('content-type')?.startsWith('text/event-stream') === true && response.ok;
  const text = streamed ? await readStream(response, onBytes) : await readText(response, onBytes);
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    // PostgreSQL takes no NUL in a text, nor its escape in JSON that was parsed.
    text: text.replaceAll('\u0000', '\ufffd'),
  };
}

async function readText(response: Response, onBytes: () => void): Promise<string> {
  const chunks: Uint8Array[] = [];
  await forEachChunk(response, MAX_RESPONSE_BYTES, (chunk) => {
    onBytes();
    chunks.push(chunk);
  });
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES));
}

async function readStream(response: Response, onBytes: () => void): Promise<string> {
  const events = new EventStream();
  const decoder = new TextDecoder();
  await forEachChunk(response, MAX_STREAM_BYTES, (chunk) => {
    onBytes();
    events.push(decoder.decode(chunk, { stream: true }));
  });
  return events.end();
}

async function forEachChunk(response: Response, maxBytes: number, take: (chunk: Uint8Array) => void): Promise<void> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  for (let size = 0; ;) {
    const part = await reader?.read();
    if (part?.value === undefined) return;
    take(part.value);
    size += part.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      return;
    }
  }
}
