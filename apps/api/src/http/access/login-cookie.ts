import type { CookieSerializeOptions } from '@fastify/cookie';
import type { AppConfig } from '#lib/config';

export interface LoginCookie {
  name: string;
  options: CookieSerializeOptions;
}

/** The login cookie. Over https it is bound to this host and to TLS; over plain http (a local start) browsers would drop it then. */
export function loginCookieOf(config: Pick<AppConfig, 'publicUrl'>): LoginCookie {
  const secure = config.publicUrl?.startsWith('https:') === true;
  return {
    name: secure ? '__Host-stock_cycle' : 'stock_cycle',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
}
