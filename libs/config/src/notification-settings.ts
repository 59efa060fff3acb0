import { isIP } from 'node:net';
import { ConfigError, type EnvReader } from './env-reader';

const LEAST_KEY_LENGTH = 32;

export interface NotificationSettings {
  /** `host:port` that notifications may go to whatever their address, with plain http and SMTP too. */
  readonly notifyAllowHosts: readonly string[];
  /** Ranges of private addresses that notifications may go to. */
  readonly webhookAllowCidrs: readonly string[];
  /** Set: encrypts what is stored as a secret, in place of the key in `DATA_DIR`. */
  readonly secretsKey: string | undefined;
}

/**
 * `NOTIFY_ALLOW_HOSTS`, `WEBHOOK_ALLOW_CIDRS`: where notifications may go although it is not public; `SECRETS_KEY`.
 * @throws ConfigError for an entry that is no host with a port, or no range of addresses.
 */
export function notificationSettings(reader: EnvReader): NotificationSettings {
  const notifyAllowHosts = readList(reader, 'NOTIFY_ALLOW_HOSTS').map((entry) => entry.toLowerCase());
  const badHost = notifyAllowHosts.find((entry) => !/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/.test(entry));
  if (badHost !== undefined) throw new ConfigError(`NOTIFY_ALLOW_HOSTS has ${badHost}; an entry is host:port`);
  const webhookAllowCidrs = readList(reader, 'WEBHOOK_ALLOW_CIDRS');
  const badRange = webhookAllowCidrs.find((entry) => !isCidr(entry));
  if (badRange !== undefined) {
    throw new ConfigError(`WEBHOOK_ALLOW_CIDRS has ${badRange}; an entry is a range of addresses, 192.168.1.0/24`);
  }
  const secretsKey = reader.text('SECRETS_KEY');
  if (secretsKey !== undefined && secretsKey.length < LEAST_KEY_LENGTH) {
    throw ConfigError.of('setting_too_short', `SECRETS_KEY must have at least ${String(LEAST_KEY_LENGTH)} characters`, {
      setting: 'SECRETS_KEY',
      least: LEAST_KEY_LENGTH,
    });
  }
  return { notifyAllowHosts, webhookAllowCidrs, secretsKey };
}

function readList(reader: EnvReader, name: string): string[] {
  return (reader.text(name) ?? '').split(',').flatMap((entry) => entry.trim() || []);
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const family = isIP(address);
  return family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}
