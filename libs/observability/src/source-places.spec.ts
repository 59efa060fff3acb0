import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { findSourcePlace } from './source-places';

const SOURCE = `interface Bar {\n  close: number;\n}\n\nexport function fail(bar: Bar): never {\n  throw new Error(String(bar.close));\n}\n`;

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'source-places-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @returns the place of `new Error` in a compiled file. */
function compile(map: (text: string) => string) {
  const compiled = transformSync(SOURCE, {
    filename: 'bars.ts',
    sourceMaps: true,
    module: { type: 'commonjs' },
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  const file = join(folder, 'bars.js');
  writeFileSync(file, compiled.code);
  writeFileSync(`${file}.map`, map(compiled.map ?? ''));
  const lines = compiled.code.split('\n');
  const line = lines.findIndex((text) => text.includes('new Error')) + 1;
  return { file, line, column: (lines[line - 1]?.indexOf('new Error') ?? 0) + 1 };
}

it('finds the place in the source', () => {
  const place = compile((text) => text);
  expect(place.line).not.toBe(6);
  expect(findSourcePlace(place)).toEqual({ file: join(folder, 'bars.ts'), line: 6, column: 9 });
});

it('has none for a file without a map, for a map that is broken, and for a package', () => {
  expect(findSourcePlace({ file: join(folder, 'other.js'), line: 1, column: 1 })).toBeUndefined();
  expect(findSourcePlace(compile(() => '{'))).toBeUndefined();
  expect(findSourcePlace({ file: require.resolve('rxjs'), line: 4, column: 1 })).toBeUndefined();
});
