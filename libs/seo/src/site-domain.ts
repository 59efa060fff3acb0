import { parse } from 'tldts';
import { parseHostName } from './domain/host-name';

/**
 * The domain of a site, from an address or a bare name: as {@link parseHostName}, and without `www.` in front. A subdomain is
 * a domain of its own.
 * @returns undefined for what is no domain: an IP address, a single label, a bare public suffix such as `co.uk`.
 */
export function parseSiteDomain(text: string): string | undefined {
  let host = parseHostName(text);
  while (host !== undefined && isDomain(host)) {
    const rest = host.startsWith('www.') ? host.slice('www.'.length) : undefined;
    // www.com is somebody's domain.
    if (rest === undefined || !isDomain(rest)) return host;
    host = rest;
  }
  return undefined;
}

/** Whether a host name is somebody's: a label or more in front of a public suffix (of ICANN's list; `github.io` is a site). */
function isDomain(host: string): boolean {
  if (!host.includes('.')) return false;
  const { isIp, domain } = parse(host, { extractHostname: false, validateHostname: false });
  return isIp !== true && domain !== null;
}
