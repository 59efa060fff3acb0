import { SaxesParser } from 'saxes';
import { unreadableFile } from '../domain/table-columns';

/** Text, a name or a comment of this length is no part of a table. */
const LONGEST_TOKEN = 2 ** 20;

export interface XmlHandler {
  /** Names come without their prefix: some writers put one in front of every element. */
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/**
 * Reads XML piece by piece; what is in memory is a piece and what the handler keeps. Entities that a document declares are
 * not known to the parser, so that none of them grows. @yields after each piece. @throws AppError `unreadable_file`.
 */
export async function* xmlPieces(
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  part: string,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let quiet = 0;
  const handled = <Heard extends unknown[]>(tell?: (...heard: Heard) => void) => {
    return (...what: Heard): void => {
      quiet = 0;
      tell?.(...what);
    };
  };
  const { open, close, text } = handler;
  parser.on(
    'opentag',
    handled((tag) => open?.(localName(tag.name), localNames(tag.attributes))),
  );
  parser.on(
    'closetag',
    handled((tag) => close?.(localName(tag.name))),
  );
  parser.on('text', handled(text));
  parser.on('cdata', handled(text));
  parser.on('error', (error) => {
    throw unreadableFile(`the workbook is damaged: ${part} is no well-formed XML (${error.message.slice(0, 80)})`);
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw unreadableFile(`the workbook is damaged: ${part} is not UTF-8`);
    }
  };
  for await (const chunk of bytes) {
    const piece = decoded(chunk);
    quiet += piece.length;
    parser.write(piece);
    if (quiet > LONGEST_TOKEN) throw unreadableFile(`the workbook is refused: ${part} has text of more than 1 MiB`);
    yield;
  }
  parser.write(decoded()).close();
  yield;
}

/** As {@link xmlPieces}, to its end. */
export async function readXml(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler, part: string): Promise<void> {
  const pieces = xmlPieces(bytes, handler, part);
  while ((await pieces.next()).done !== true);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localNames(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), String(value)]));
}
