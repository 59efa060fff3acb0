import type { FastifyReply } from 'fastify';

/** A signal that is aborted when the caller has gone before the response was sent. */
export function closedSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) closed.abort();
  });
  return closed.signal;
}
