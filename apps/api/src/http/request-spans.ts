import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OpenSpan } from '#lib/observability';
import { isProbe, getRoute } from './route-of';

const spans = new WeakMap<FastifyRequest, OpenSpan>();

/**
 * A span a request, by its route's template. Nothing that the client sent is in it: no address, query, header or body. A
 * trace that began before us goes on only where a proxy of the operator's stands in front; anybody may send the header.
 */
export function registerRequestSpans(fastify: FastifyInstance, trustProxy: boolean): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const route = getRoute(request);
    if (isProbe(route)) {
      done();
      return;
    }
    const parent = trustProxy ? request.headers['traceparent'] : undefined;
    const attributes = { 'http.request.method': request.method, 'http.route': route };
    const name = `${request.method} ${route}`;
    const span = OpenSpan.begin(name, 'request', attributes, typeof parent === 'string' ? parent : undefined);
    spans.set(request, span);
    // Also where the client went away before the answer.
    reply.raw.once('close', () => {
      span.note({ 'http.response.status_code': reply.statusCode });
      if (reply.statusCode >= 500) span.fail(String(reply.statusCode));
      span.end();
    });
    span.run(done);
  });
}

/** The trace of a request; undefined where it has none. */
export function getTraceId(request: FastifyRequest): string | undefined {
  return spans.get(request)?.traceId;
}
