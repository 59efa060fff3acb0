import { isIPv6 } from 'node:net';

/**
 * What counts as one client: an IPv4 address, or the /64 network of an IPv6 address, since a household or a server gets
 * that many addresses at once.
 */
export function clientAddress(ip: string): string {
  const plain = ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice('::ffff:'.length) : ip;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  const network = [...groups, ...zeros, ...rest].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
