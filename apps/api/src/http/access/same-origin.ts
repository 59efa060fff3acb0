import type { FastifyRequest } from 'fastify';

/**
 * Whether a browser sent the request from a page of ours, by `Origin` or by `Sec-Fetch-Site`. Where both are there, both
 * must say so; where neither is, nobody knows, and the answer is no.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'];
  if (origin === undefined && fetchSite === undefined) return false;
  return (
    (fetchSite === undefined || fetchSite === 'same-origin') &&
    (origin === undefined || isOurs(origin, request, publicUrl))
  );
}

function isOurs(origin: string, request: FastifyRequest, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  return origin === `${request.protocol}://${request.host}`;
}
