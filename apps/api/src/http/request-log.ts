import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import type { Logger } from '#lib/observability';
import { getCaller } from './access/caller';
import { getTraceId } from './request-spans';
import { isProbe, getRoute } from './route-of';

/** The client's `X-Request-Id` where it is sane, else a new one. */
export function getRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Request ids on replies, one log line and one duration sample a request. Probes are logged at debug only. */
export function registerRequestLog(fastify: FastifyInstance, logger: Logger, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30, 120],
    registers: [registry],
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = getRoute(request);
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const caller = getCaller(request);
    const traceId = getTraceId(request);
    const record = {
      requestId: request.id,
      method: request.method,
      url: request.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
      ...(traceId === undefined ? {} : { traceId }),
      ...(caller === undefined ? {} : { userId: caller.userId, credential: caller.credential }),
    };
    logger[isProbe(route) ? 'debug' : 'info'](record, 'request');
    done();
  });
}
