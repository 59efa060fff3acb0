import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CONSOLE_ROUTES } from '../../apps/api/src/console/console-pages';

it('the server responds with the console at every address that the console knows, and at no other', () => {
  const source = readFileSync(resolve(__dirname, '../../apps/console/src/shell/pages.ts'), 'utf8');
  const known = [...source.matchAll(/path: '(\/[a-z]+)/g)].map((match) => match[1]);
  const served = CONSOLE_ROUTES.filter((route) => /^\/[a-z]+$/.test(route));
  expect(served.length).toBeGreaterThan(0);
  expect([...new Set(known)].sort()).toEqual([...served].sort());
});
