/** The answer's body came without trouble; its status may still be an error's. */
export interface PostedReply {
  readonly status: number;
  readonly text: string;
}

/** The connection broke, the time was up, or the answer was too large. The message names no address and no secret. */
export class PostFailed extends Error {
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
): Promise<PostedReply> {
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
      if (bytes > LARGEST_BYTES) throw new PostFailed('the answer is too large', received());
      chunks.push(part);
    }
    return { status: response.status, text: received() };
  } catch (cause) {
    limits.signal?.throwIfAborted();
    if (cause instanceof PostFailed) throw cause;
    if (deadline.aborted) throw new PostFailed(`no whole answer within ${limits.timeoutMs} ms`, received(), { cause });
    throw new PostFailed(`the connection failed${reasonOf(cause)}`, received(), { cause });
  }
}

/** Such as ` (ECONNREFUSED)`: fetch wraps what the socket said. */
function reasonOf(cause: unknown): string {
  const { cause: inner } = (cause ?? {}) as { cause?: unknown };
  const { code } = (inner ?? {}) as { code?: unknown };
  return typeof code === 'string' ? ` (${code})` : '';
}
