import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Of IANA's registries of special-purpose addresses, what no public server has. IPv4. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, metadata of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
] as const;

/** Special ranges within the global unicast range of IPv6, 2000::/3. */
const SPECIAL_IPV6 = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: holds an IPv4 address
  ['3fff::', 20], // documentation
] as const;

const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

const SPECIAL = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) SPECIAL.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of SPECIAL_IPV6) SPECIAL.addSubnet(network, prefix, 'ipv6');

/**
 * Whether an address can belong to a public server. Of IPv6 only global unicast does: loopback, link-local, unique local,
 * multicast, mapped IPv4 (`::ffff:0:0/96`) and NAT64 (`64:ff9b::/96`) lie outside of it.
 * @param address Without brackets; with a zone it is never public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}
