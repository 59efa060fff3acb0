/** The answer's body came without trouble; its status may still be an error's. */
export interface PostResponse {
  readonly status: number;
  readonly text: string;
}

/** The connection broke, the time was up, or the answer was too large. The message names no address and no secret. */
export class PostError extends Error {
  constructor(
    message: string,
    /** What had come until then. */
    readonly received: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

/** A full page of the widest data set is below 4 MB. */
const LARGEST_BYTES = 64 * 2 ** 20;

/**
 * Posts JSON and reads the whole answer within one deadline: an answer that drips doesn't prolong it. Redirects are not
 * followed, since the body holds the token.
 * @throws PostFailed; what `signal` was aborted with.
 */
export async function postJson(
  url: string,
  body: unknown,
  limits: { timeoutMs: number; signal?: AbortSignal },
): Promise<PostResponse> {
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal === undefined ? deadline : AbortSignal.any([deadline, limits.signal]);
  const chunks: Uint8Array[] = [];
  const received = (): string => Buffer.concat(chunks).toString('utf8');
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    });
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      const part = chunk as Uint8Array;
      bytes += part.byteLength;
      if (bytes > LARGEST_BYTES) throw new PostError('the answer is too large', received());
      chunks.push(part);
    }
    return { status: response.status, text: received() };
  } catch (cause) {
    limits.signal?.throwIfAborted();
    if (cause instanceof PostError) throw cause;
    if (deadline.aborted) throw new PostError(`no whole answer within ${limits.timeoutMs} ms`, received(), { cause });
    throw new PostError(`the connection failed${findReason(cause)}`, received(), { cause });
  }
}

/** Such as ` (ECONNREFUSED)`: fetch wraps what the socket said. */
function findReason(cause: unknown): string {
  const { cause: inner } = (cause ?? {}) as { cause?: unknown };
  const { code } = (inner ?? {}) as { code?: unknown };
  return typeof code === 'string' ? ` (${code})` : '';
}
