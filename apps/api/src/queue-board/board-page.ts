import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const FOLDER = join(dirname(require.resolve('@bull-board/ui/package.json')), 'dist');

/** Scripts, styles and translations of the board. */
export const BOARD_FILES = join(FOLDER, 'static');

const FOREIGN_LINK = /<link\b[^>]*https?:\/\/[^>]*>/g;
const ROOT = /<div id="root">.*<\/div>(?=\s*<script)/s;
const PLACE = /<%[-=]\s*(\w+)\s*%>/g;

/**
 * bull-board's page with its values in place, as our security policy takes it: without the web font of another host, and
 * without the styles written into its first picture.
 * @throws Error where the page of another version would still ask for something foreign.
 */
export async function boardPage(values: Readonly<Record<string, string>>): Promise<string> {
  const template = await readFile(join(FOLDER, 'index.ejs'), 'utf8');
  const page = template
    .replace(FOREIGN_LINK, '')
    .replace(ROOT, '<div id="root"></div>')
    .replace(PLACE, (_, name: string) => values[name] ?? '');
  if (/https?:\/\/|<style|<%/.test(page)) throw new Error('the page of this version of bull-board was not expected');
  return page;
}
