import type { StagedRow, StagedValue } from '../domain/record-reader';

const ESCAPED = /[\\\n\r\t]/g;
const NEEDS_ESCAPE = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A row in PostgreSQL's COPY text form: key, line, then the values. */
export function copyLine({ key, values }: StagedRow, line: number): string {
  let text = `${escaped(key)}\t${line}`;
  for (const value of values) text += `\t${field(value)}`;
  return `${text}\n`;
}

function field(value: StagedValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value.length === 0) return '{}';
  return escaped(`{${value.map((item) => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`);
}

function escaped(text: string): string {
  return NEEDS_ESCAPE.test(text) ? text.replaceAll(ESCAPED, (character) => ESCAPES[character] ?? character) : text;
}
