/** The ETag of a version of a session's row. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * Reads an `If-Match` header: `*`, or entity tags with commas between. Weak tags match nothing, as RFC 9110 has it.
 * @returns whether a version is one of those asked for; undefined without the header.
 */
export function ifMatch(header: string | undefined): ((version: number) => boolean) | undefined {
  if (header === undefined) return undefined;
  const tags = header.split(',').map((tag) => tag.trim());
  return (version) => tags.includes('*') || tags.includes(entityTag(version));
}

/**
 * Reads an `If-None-Match` header. Tags are compared weakly, as RFC 9110 has it: a proxy that compresses makes ours weak.
 * @returns whether the client holds the representation with this tag.
 */
export function ifNoneMatch(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((held) => held.trim().replace(/^W\//, '') === tag) ?? false;
}
