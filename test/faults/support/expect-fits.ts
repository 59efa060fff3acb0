import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { transformSync } from '@swc/core';
import type { Mutation } from './mutations';

const ROOT = join(__dirname, '../../..');

/**
 * Checks that a mutation breaks something that is there, and only that: a program that does not start fails every test and
 * proves nothing, as does a test that is not there. The program must be built.
 * @throws with the name of the mutation that does not fit.
 */
export function expectFits({ name, file, source, spec, find = '', replace = '' }: Mutation): void {
  if (!existsSync(join(ROOT, `test/${spec}.spec.ts`))) throw new Error(`"${name}" names no test: ${spec}`);
  const path = file ?? source;
  if (path === undefined) return;
  const code = readFileSync(join(ROOT, path), 'utf8');
  if (!code.includes(find)) throw new Error(`"${name}" does not fit ${path} any more`);
  const broken = code.replaceAll(find, replace);
  if (source !== undefined) transformSync(broken, { filename: path });
  else new Script(`(async () => {${broken}})`);
}
