import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const LONGEST_ROW = 160;
const LONGEST_PARAGRAPH = 100;

/** Every page of the documentation, by its path from the root. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'test/README.md',
  'packages/client/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Lines outside of code blocks; a line inside of one counts as blank, so that line numbers stay. */
function proseLines(text: string): string[] {
  let inCode = false;
  return text.split('\n').map((line) => {
    const isFence = line.trimStart().startsWith('```');
    if (isFence) inCode = !inCode;
    return isFence || inCode ? '' : line;
  });
}

/** Paragraphs and list items, each as one text. */
function paragraphs(lines: readonly string[]): string[] {
  const found: string[] = [];
  let isOpen = false;
  for (const line of lines.map((text) => text.trim())) {
    const isProse = line !== '' && !/^(?:\||#|<!--)/.test(line);
    if (!isProse) isOpen = false;
    else if (isOpen && !/^(?:[-*]|\d+\.) /.test(line)) found.push(`${found.pop() ?? ''} ${line}`);
    else {
      found.push(line);
      isOpen = true;
    }
  }
  return found;
}

/** The anchors that a page's headings get on GitHub. */
function anchors(text: string): string[] {
  return proseLines(text)
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    );
}

function longRows(text: string): string[] {
  return proseLines(text).flatMap((line, index) =>
    line.startsWith('|') && line.length > LONGEST_ROW ? [`line ${index + 1}: ${line.length} characters`] : [],
  );
}

function longParagraphs(text: string): string[] {
  return paragraphs(proseLines(text)).flatMap((paragraph) => {
    const words = paragraph.split(/\s+/).length;
    return words > LONGEST_PARAGRAPH ? [`${words} words: ${paragraph.slice(0, 60)}`] : [];
  });
}

function deadLinks(page: string, text: string): string[] {
  const links = [
    ...proseLines(text)
      .join('\n')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? join(ROOT, page) : resolve(ROOT, dirname(page), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchors(readFileSync(target, 'utf8')).includes(anchor);
    });
}

it('the check of pages finds a long row, a long paragraph and a dead link', () => {
  const words = 'word '.repeat(LONGEST_PARAGRAPH);
  expect(longRows(`| ${'x'.repeat(LONGEST_ROW)} |`)).toHaveLength(1);
  expect(longRows(`\`\`\`\n| ${'x'.repeat(LONGEST_ROW)} |\n\`\`\``)).toEqual([]);
  expect(longParagraphs(`- ${words}`)).toHaveLength(1);
  expect(longParagraphs(`- ${words.slice(10)}\n- ${words.slice(10)}`)).toEqual([]);
  expect(
    deadLinks('README.md', '[a](docs/no-such-page.md) [b](CONTRIBUTING.md#no-such-part) [c](CONTRIBUTING.md)'),
  ).toEqual(['docs/no-such-page.md', 'CONTRIBUTING.md#no-such-part']);
});

it.each(pages)('%s has short rows and paragraphs, and valid links', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  expect([...longRows(text), ...longParagraphs(text), ...deadLinks(page, text)]).toEqual([]);
});

it('the index lists every page', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const decisions = readFileSync(join(ROOT, 'docs/adr/README.md'), 'utf8');
  const missing = pages
    .filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
    .filter((page) => {
      const [list, folder] = /^docs\/adr\/\d/.test(page) ? [decisions, 'docs/adr'] : [index, 'docs'];
      return !list.includes(`](${relative(folder, page)}`);
    });
  expect(missing).toEqual([]);
});

const decisions = pages.filter((page) => /^docs\/adr\/\d/.test(page));

it.each(decisions)('%s has its number, status, date, context, decision and consequences', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const number = Number(/\/(\d{4})-/.exec(page)?.[1]);
  expect(text).toMatch(new RegExp(`^# ${number}\\. \\S`));
  expect(text).toMatch(/^- Status: (?:accepted|superseded by \[\d+\]\(\d{4}-[\w-]+\.md\))$/m);
  expect(text).toMatch(/^- Date: \d{4}-\d\d-\d\d/m);
  for (const part of ['Context', 'Decision', 'Consequences']) expect(text).toContain(`\n## ${part}\n`);
});
