import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { resolve } from 'node:path';

/** A place in a file, counted from 1. */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Lets stacks of this process name places of the sources. Node's `--enable-source-maps` reads the maps of all files at the start,
 * those of packages too, and keeps them: 25 MB in the API. This reads the map of a file that a stack names.
 */
export function showSourcePlaces(): void {
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${describe(frame)}`)].join('\n');
}

function describe(frame: NodeJS.CallSite): string {
  // V8 writes a frame as stacks have it; its type does not say so.
  const text = (frame as { toString: () => string }).toString();
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  if (typeof file !== 'string' || line === null || column === null) return text;
  const source = findSourcePlace({ file, line, column });
  if (source === undefined) return text;
  const place = `${source.file}:${String(source.line)}:${String(source.column)}`;
  return text.replace(`${file}:${String(line)}:${String(column)}`, () => place);
}

/** Maps of the files that stacks have named; undefined: it has none. */
const maps = new Map<string, SourceMap | undefined>();

/** The place that a place of a compiled file was compiled from; undefined where no map of our own tells it. */
export function findSourcePlace({ file, line, column }: CodePlace): CodePlace | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file));
  const entry = maps.get(file)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !('originalSource' in entry)) return undefined;
  return {
    file: resolve(file, '..', entry.originalSource),
    line: entry.originalLine + 1,
    column: entry.originalColumn + 1,
  };
}

function readMap(file: string): SourceMap | undefined {
  const mapFile = `${file}.map`;
  if (file.includes('node_modules') || !existsSync(mapFile)) return undefined;
  try {
    return new SourceMap({ ...(JSON.parse(readFileSync(mapFile, 'utf8')) as SourceMapPayload), sourcesContent: [] });
  } catch {
    // A stack is written whatever its map is.
    return undefined;
  }
}
