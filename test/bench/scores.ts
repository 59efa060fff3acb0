import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { machine } from './machine';

const FOLDER = join(tmpdir(), 'stock-cycle-bench', 'scores');
/** In the order of the table. */
const PARTS = ['scan', 'sessions', 'chips', 'seo'] as const;

export type Part = (typeof PARTS)[number];

export interface Score {
  what: string;
  /** Beside what it was measured, or in which unit. */
  beside: string;
  measured: string;
  /** With its direction: `<= 8x`. */
  bound: string;
  held: boolean;
}

interface KeptScores {
  load: number;
  scores: readonly Score[];
}

/** Keeps what one part of the bench found, for {@link scoreTable}. */
export async function keepScores(part: Part, scores: readonly Score[]): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const kept: KeptScores = { load: loadavg()[0] ?? 0, scores };
  await writeFile(join(FOLDER, `${part}.json`), JSON.stringify(kept));
}

/** What the last run of each part found, as Markdown: one row a bound, one line for the machine. */
export async function scoreTable(): Promise<string> {
  const files = await readdir(FOLDER).catch((): string[] => []);
  const lines = ['| what | beside | measured | bound | |', '| --- | --- | --- | --- | --- |'];
  const loads: string[] = [];
  for (const part of PARTS.filter((name) => files.includes(`${name}.json`))) {
    const kept = JSON.parse(await readFile(join(FOLDER, `${part}.json`), 'utf8')) as KeptScores;
    loads.push(`${part} ${kept.load.toFixed(1)}`);
    for (const { what, beside, measured, bound, held } of kept.scores) {
      lines.push(`| ${what} | ${beside} | ${measured} | ${bound} | ${held ? '' : 'missed'} |`);
    }
  }
  return [...lines, '', `${machine()}; load average at the end of each part: ${loads.join(', ')}`].join('\n');
}
