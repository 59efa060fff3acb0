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

/**
 * Whether a browser says that a foreign page sends the request. Programs send neither header, and are taken at their word:
 * this is for requests without a credential, where there is nothing of the user's to misuse but the browser itself.
 */
export function isForeignPage(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const sentByBrowser = request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined;
  return sentByBrowser && !isSameOrigin(request, publicUrl);
}

function isOurs(origin: string, request: FastifyRequest, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  return origin === `${request.protocol}://${request.host}`;
}
