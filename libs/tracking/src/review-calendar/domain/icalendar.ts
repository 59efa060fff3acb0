/** A property of iCalendar (RFC 5545): its name with parameters, and its value as it stands in the file. */
export type CalendarProperty = readonly [name: string, value: string];

const LINE_OCTETS = 75;

/** A value of type TEXT: `\`, `;`, `,` and line breaks are escaped (3.3.11), other control characters left out. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '');
}

/** A content line of at most 75 octets of UTF-8; what is longer goes on after CRLF and a space (3.1). No character is split. */
export function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** A component, such as VEVENT, with its properties and the components in it. */
export function writeComponent(name: string, properties: readonly CalendarProperty[], within = ''): string {
  const lines = [`BEGIN:${name}`, ...properties.map(([property, value]) => `${property}:${value}`)];
  return `${lines.map((line) => `${foldLine(line)}\r\n`).join('')}${within}END:${name}\r\n`;
}
