import { BlockList, isIP, isIPv6 } from 'node:net';
import { isPublicAddress } from './public-address';

/** What the operator lets pass. */
export interface Allowance {
  /** `host:port`, an IPv6 host in brackets: any address of it, with plain HTTP and SMTP too. */
  readonly allowHosts: readonly string[];
  /** Networks such as `192.168.1.0/24`, whose addresses count as public. */
  readonly allowCidrs: readonly string[];
}

const HTTPS_PORTS = [443, 8443];

/** Decides which hosts, ports and addresses that a user has set may be connected to. */
export class AddressGuard {
  private readonly hosts: ReadonlySet<string>;
  private readonly networks = new BlockList();

  /** @throws Error on a network that can't be read. */
  constructor(allowance: Allowance) {
    this.hosts = new Set(allowance.allowHosts.map((host) => host.trim().toLowerCase()));
    for (const cidr of allowance.allowCidrs) {
      const [network = '', prefix] = cidr.trim().split('/');
      const family = isIPv6(network) ? 'ipv6' : 'ipv4';
      this.networks.addSubnet(network, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }

  /**
   * What can be said without asking DNS.
   * @returns why the address must not be requested, in words; null if nothing speaks against it.
   */
  findRejection(url: URL): string | null {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only https is allowed';
    if (url.username !== '' || url.password !== '') return 'a user name or password in the address is not allowed';
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
    if (this.allowsHost(url.hostname, port)) return null;
    if (url.protocol !== 'https:') return 'only https is allowed';
    if (!HTTPS_PORTS.includes(port)) return 'only the ports 443 and 8443 are allowed';
    return this.findHostRejection(url.hostname);
  }

  /** @param host A name or a literal address, with or without brackets. */
  findHostRejection(host: string): string | null {
    const literal = withoutBrackets(host);
    return isIP(literal) === 0 || this.allowsAddress(literal) ? null : NOT_PUBLIC;
  }

  allowsHost(host: string, port: number): boolean {
    const bracketed = isIPv6(host) ? `[${host}]` : host;
    return this.hosts.has(`${bracketed.toLowerCase()}:${port}`);
  }

  allowsAddress(address: string): boolean {
    if (isPublicAddress(address)) return true;
    if (address.includes('%')) return false;
    const family = isIP(address);
    return family !== 0 && this.networks.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }
}

export const NOT_PUBLIC = 'the host is not on the public internet';

export function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}
