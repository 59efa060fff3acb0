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
export function expectFits({ name, file, source, spec, find = '', replace = '', also }: Mutation): void {
  if (!existsSync(join(ROOT, `test/${spec}.spec.ts`))) throw new Error(`"${name}" names no test: ${spec}`);
  const broken = (path: string, from: string, to: string): string => {
    const code = readFileSync(join(ROOT, path), 'utf8');
    if (!code.includes(from)) throw new Error(`"${name}" does not fit ${path} any more`);
    return code.replaceAll(from, to);
  };
  // A built file ends in a comment.
  const expectScript = (code: string): unknown => new Script(`(async () => {${code}\n})`);
  if (source !== undefined) transformSync(broken(source, find, replace), { filename: source });
  if (file !== undefined) expectScript(broken(file, find, replace));
  if (also !== undefined) expectScript(broken(also.file, also.find, also.replace));
}
