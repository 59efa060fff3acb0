import type { FastifyRequest } from 'fastify';

/** The template of a request's route, which names no id; `unknown` where there is no such route. */
export function getRoute(request: FastifyRequest): string {
  return request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
}

/** Routes that machines ask every few seconds. */
export function isProbe(route: string): boolean {
  return route.startsWith('/health/') || route === '/metrics';
}
