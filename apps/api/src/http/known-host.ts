import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '#lib/config';
import type { Logger } from '#lib/observability';
import { failure, sendFailure } from './failure';

const LOOPBACK_NAMES = ['localhost', 'localhost.localdomain', 'ip6-localhost', 'ip6-loopback'];

/**
 * Refuses requests to a host that is not ours. A page of somebody else can have its own name point to this machine (DNS
 * rebinding), and would then read us as if it were ours; a name that we were never given tells it.
 *
 * Ours are names of the loopback, addresses in digits (nobody can rebind those), `HOST`, the host of `PUBLIC_URL` and
 * `ALLOWED_HOSTS`. With `TRUST_PROXY` it is what the proxy says in `X-Forwarded-Host`.
 */
export function registerKnownHosts(fastify: FastifyInstance, config: AppConfig, logger: Logger): void {
  const known = new Set([
    ...LOOPBACK_NAMES,
    config.host.toLowerCase(),
    ...(config.publicUrl === undefined ? [] : [new URL(config.publicUrl).hostname]),
    ...config.allowedHosts,
  ]);
  let warned = false;
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!config.trustProxy && !warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      logger.warn(
        'a request has X-Forwarded-For while TRUST_PROXY is off: behind a proxy all clients share its address, and one can lock all out',
      );
    }
    const host = readHostName(request.host);
    if (host === '' || known.has(host) || isIP(host) !== 0) {
      done();
      return;
    }
    sendFailure(
      reply,
      failure(421, 'this server does not answer for that host; an operator names it in ALLOWED_HOSTS'),
    );
  });
}

/** Without the port, the brackets of an IPv6 address and a dot at the end. HTTP/1.0 may name no host. */
function readHostName(host: string | undefined): string {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec((host ?? '').toLowerCase()) ?? [];
  if (host !== undefined && host !== '' && bracketed === undefined && plain === '') return '?';
  return bracketed ?? plain.replace(/\.$/, '');
}
