import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const DOCS_PATH = '/api/docs';

/**
 * Security headers of every reply. Pages may load from this host alone; the console's page names a nonce of its own for
 * its styles ({@link consolePolicy}). The OpenAPI page (Swagger UI) sets styles on its elements, so inline styles are
 * allowed there.
 */
export async function registerSecurityHeaders(fastify: FastifyInstance, https: boolean): Promise<void> {
  await fastify.register(fastifyHelmet, {
    contentSecurityPolicy: false,
    hsts: https,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  const strict = policy("'self'");
  const docs = policy(`'self' 'unsafe-inline'`);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('content-security-policy', isDocs(request.url) ? docs : strict);
    void reply.header('cache-control', 'no-store');
    done();
  });
}

/** What the console's page may do: styles of this host, and those that carry the nonce of this very reply. */
export function consolePolicy(nonce: string): string {
  return policy(`'self' 'nonce-${nonce}'`);
}

/**
 * What the queue board's page may do: it names its own folder as base, stands in a frame of the console, and its parts write
 * style elements that know no nonce.
 */
export function boardPolicy(): string {
  return policy(`'self' 'unsafe-inline'`, "'self'");
}

function policy(styles: string, within = "'none'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    `base-uri ${within}`,
    "form-action 'self'",
    `frame-ancestors ${within}`,
  ].join('; ');
}

function isDocs(url: string): boolean {
  return url === DOCS_PATH || url.startsWith(`${DOCS_PATH}/`) || url.startsWith(`${DOCS_PATH}?`);
}
