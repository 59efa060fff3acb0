/** A request that had no whole response. The message is a sentence in our words: no address, no secret. */
export class OutgoingError extends Error {
  constructor(
    /** `blocked`: the guard or the certificate; it stays so until somebody changes something. */
    readonly kind: 'blocked' | 'network' | 'timeout' | 'stopped',
    message: string,
  ) {
    super(message);
    this.name = 'OutgoingError';
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection broke',
  EPIPE: 'The connection broke',
  EHOSTUNREACH: 'The host is unreachable',
  ENETUNREACH: 'The network is unreachable',
  ENOTFOUND: 'The host name was not found',
  EAI_AGAIN: 'The host name could not be looked up',
  ETIMEDOUT: 'The connection timed out',
};

/** What Node's sockets and TLS threw, as one of ours. */
export function toOutgoingError(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const { code, originalCode, message } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const name = typeof originalCode === 'string' ? originalCode : String(code);
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(name) || /certificate/i.test(String(message))) {
    return new OutgoingError('blocked', "The server's certificate is not trusted");
  }
  return new OutgoingError('network', SENTENCES[name] ?? 'The connection failed');
}
