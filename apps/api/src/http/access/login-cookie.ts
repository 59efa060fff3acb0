import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppConfig } from '#lib/config';

/**
 * The login cookie: HttpOnly, SameSite=Lax, for the whole host. Over https it carries the `__Host-` prefix and Secure; over
 * plain http (a local start) browsers would drop it then.
 */
export class LoginCookie {
  readonly name: string;
  private readonly attributes: string;

  constructor(config: Pick<AppConfig, 'publicUrl'>) {
    const secure = config.publicUrl?.startsWith('https:') === true;
    this.name = secure ? '__Host-stock_cycle' : 'stock_cycle';
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  }

  /** The token in the request's cookie. Of two cookies with our name the first counts, as in the standard. */
  read(request: FastifyRequest): string | undefined {
    for (const pair of (request.headers.cookie ?? '').split(';')) {
      const [name, value] = pair.trim().split('=', 2);
      if (name === this.name && value !== undefined && value !== '') return value;
    }
    return undefined;
  }

  /** @param token a JSON Web Token: letters, digits, `-`, `_` and `.`, which need no quoting. */
  set(reply: FastifyReply, token: string, expires: Date): void {
    void reply.header('set-cookie', `${this.name}=${token}; ${this.attributes}; Expires=${expires.toUTCString()}`);
  }

  clear(reply: FastifyReply): void {
    void reply.header('set-cookie', `${this.name}=; ${this.attributes}; Expires=${new Date(0).toUTCString()}`);
  }
}
