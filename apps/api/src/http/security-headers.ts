import { createHash } from 'node:crypto';
import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { LANDING_STYLE } from '../home/landing-page';

const DOCS_PATH = '/api/docs';

/**
 * Security headers of every reply. Pages may load from this host alone; the landing page's style is allowed by its hash.
 * The OpenAPI page (Swagger UI) sets styles on its elements, so inline styles are allowed there and nowhere else.
 */
export async function registerSecurityHeaders(fastify: FastifyInstance, https: boolean): Promise<void> {
  await fastify.register(fastifyHelmet, {
    contentSecurityPolicy: false,
    hsts: https,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  const strict = policy(`'self' 'sha256-${createHash('sha256').update(LANDING_STYLE).digest('base64')}'`);
  const docs = policy(`'self' 'unsafe-inline'`);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('content-security-policy', isDocs(request.url) ? docs : strict);
    void reply.header('cache-control', 'no-store');
    done();
  });
}

function policy(styles: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function isDocs(url: string): boolean {
  return url === DOCS_PATH || url.startsWith(`${DOCS_PATH}/`) || url.startsWith(`${DOCS_PATH}?`);
}
