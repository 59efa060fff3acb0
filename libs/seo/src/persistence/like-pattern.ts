/** A pattern of LIKE that finds `text` anywhere, its wildcards taken literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
