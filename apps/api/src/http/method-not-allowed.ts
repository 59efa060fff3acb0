import type { FastifyInstance, HTTPMethods } from 'fastify';
import { failure, sendFailure } from './failure';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const satisfies HTTPMethods[];

/** Collects the routes as they are registered, and answers 405 with `Allow` for their other methods afterwards. */
export class MethodTable {
  private readonly methodsOf = new Map<string, Set<string>>();

  /** Starts collecting. Call before the first route. */
  constructor(private readonly fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ url, method }) => {
      const known = this.methodsOf.get(url) ?? new Set<string>();
      for (const one of [method].flat()) known.add(one);
      this.methodsOf.set(url, known);
    });
  }

  /** Call when all routes are there and the server is not ready yet. The answer comes before any body is read. */
  registerRefusals(): void {
    for (const [url, known] of [...this.methodsOf]) {
      if (url.includes('*')) continue;
      const allow = METHODS.filter((method) => known.has(method));
      const refused = METHODS.filter((method) => !known.has(method));
      if (refused.length === 0) continue;
      this.fastify.route({
        method: refused,
        url,
        exposeHeadRoute: false,
        onRequest: (_request, reply) => {
          void reply.header('allow', allow.join(', '));
          sendFailure(reply, failure(405, `this route knows ${allow.join(', ')} only`));
        },
        handler: (_request, reply) => reply,
      });
    }
  }
}
