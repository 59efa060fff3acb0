const SCHEME = /^[a-z][a-z0-9+.-]*:(?=\/\/)/i;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LONGEST_NAME = 253;
const LONGEST_INPUT = 4096;

/**
 * The host that an address or a bare name stands for, in ASCII: without scheme, credentials, port, path, query and the dot
 * at the end, lower-cased, an internationalised name in punycode.
 * @returns undefined for what is no name, an IPv6 literal (`[::1]`) among it. An IPv4 address comes back as one.
 */
export function parseHostName(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > LONGEST_INPUT || /[\s\p{Cc}]/u.test(trimmed)) return undefined;
  // With http the parser applies the rules of host names; the original scheme doesn't matter.
  const address = `http:${trimmed.replace(SCHEME, '').replace(/^(?!\/\/)/, '//')}`;
  let host: string;
  try {
    host = new URL(address).hostname;
  } catch {
    return undefined;
  }
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  if (name === '' || name.length > LONGEST_NAME) return undefined;
  return name.split('.').every((label) => LABEL.test(label)) ? name : undefined;
}

/** `blog.example.com` as `com.example.blog`: names below one name then stand together in an index. */
export function reversedHost(host: string): string {
  return host.split('.').reverse().join('.');
}
