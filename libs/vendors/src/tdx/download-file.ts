/** A file of a server; its body came whole. */
export interface DownloadedFile {
  /** 200 or 404. */
  readonly status: number;
  readonly content: Buffer;
}

/** No file came. */
export class DownloadError extends Error {
  constructor(
    message: string,
    /** Whether the same request may succeed a moment later. */
    readonly retryable: boolean,
  ) {
    super(message);
  }
}

export interface DownloadOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** To the last byte. */
  readonly timeoutMs: number;
  readonly largestBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Downloads a file within one deadline. Redirects are not followed.
 * @returns the file, also of a 404, or why none came. @throws what `signal` was aborted with.
 */
export async function downloadFile(url: string, options: DownloadOptions): Promise<DownloadedFile | DownloadError> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  try {
    const response = await fetch(url, {
      headers: options.headers,
      redirect: 'manual',
      signal: AbortSignal.any([deadline, options.signal]),
    });
    const { status } = response;
    if (status >= 300 && status < 400) return new DownloadError(`a redirect (${status}), which is not followed`, false);
    if (status !== 200 && status !== 404) return new DownloadError(`status ${status}`, status >= 500 || status === 429);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      const part = chunk as Uint8Array;
      bytes += part.byteLength;
      if (bytes > options.largestBytes) return new DownloadError(`more than ${options.largestBytes} bytes`, false);
      chunks.push(part);
    }
    return { status, content: Buffer.concat(chunks) };
  } catch (error) {
    options.signal.throwIfAborted();
    if (deadline.aborted) return new DownloadError(`no whole response within ${options.timeoutMs} ms`, true);
    return new DownloadError(`the connection failed${describeCause(error)}`, true);
  }
}

/** Such as ` (ECONNREFUSED)`: fetch wraps the socket's error. */
function describeCause(error: unknown): string {
  const { cause } = (error ?? {}) as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? ` (${cause.code})` : '';
}
