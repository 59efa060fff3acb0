import { isIP } from 'node:net';
import { ConfigError, type EnvReader } from './env-reader';

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*$/;

/** Names of `ALLOWED_HOSTS`, in lower case. */
export function allowedHosts(reader: EnvReader): readonly string[] {
  const names = (reader.text('ALLOWED_HOSTS') ?? '').split(',').map((name) => name.trim().toLowerCase());
  const given = names.filter((name) => name !== '');
  if (given.some((name) => !NAME.test(name))) {
    throw new ConfigError('ALLOWED_HOSTS must be names of hosts without ports, comma separated');
  }
  return given;
}

/** Whether only this machine reaches a server that listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Passwords and cookies must not cross a network unencrypted unless a setting allows it. */
export function checkTransport(host: string, publicUrl: string | undefined, allowPlainHttp: boolean): void {
  if (isLoopback(host) || allowPlainHttp || publicUrl?.startsWith('https:') === true) return;
  throw new ConfigError(
    `HOST=${host} is reached from other machines: set PUBLIC_URL to the https address that browsers use, ` +
      'or ALLOW_PLAIN_HTTP=on where the network may read passwords',
  );
}
