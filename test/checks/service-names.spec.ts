import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** A reader who knows the name of a file knows the name of its class, and the other way round. */
it('a *.service.ts exports the class of its name', () => {
  const wrong = ['apps', 'libs'].flatMap(servicesIn).filter((file) => !exportsItsService(file));
  expect(wrong).toEqual([]);
});

function servicesIn(top: string): string[] {
  return readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.service.ts') && !file.includes('node_modules'))
    .map((file) => `${top}/${file}`);
}

function exportsItsService(file: string): boolean {
  const words = basename(file, '.service.ts').split('-');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return readFileSync(join(ROOT, file), 'utf8').includes(`export class ${name}Service `);
}
