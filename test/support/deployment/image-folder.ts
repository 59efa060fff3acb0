import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
/** The base image and its folder of programs: ours is the machine's own Node. */
const WORKDIR = '/app';

export interface ImageFolder {
  /** What `/app` holds in the image. */
  app: string;
  /** What the last stage sets for its programs. */
  environment: Record<string, string>;
  /** Seconds of each step that ran. */
  timings: Record<string, number>;
}

/**
 * Does what `docker build` would, in plain folders: one for each stage of docker/Dockerfile, with the files that its COPY
 * lines name and .dockerignore lets through, and the commands of its RUN lines. The last stage's RUN makes folders for which
 * a container is needed and is left out.
 */
export function buildImageFolder(parent: string): ImageFolder {
  const stages = readStages();
  const timings: Record<string, number> = {};
  const folderOf = (name: string) => join(parent, name);
  const environment: Record<string, string> = {};
  for (const [at, stage] of stages.entries()) {
    const folder = folderOf(stage.name);
    const last = at === stages.length - 1;
    mkdirSync(folder, { recursive: true });
    for (const { word, rest } of stage.steps) {
      if (word === 'COPY') copy(rest, folder, folderOf);
      if (word === 'ENV' && last) Object.assign(environment, Object.fromEntries(rest.split(' ').map(pair)));
      if (word === 'RUN' && !last) {
        const started = performance.now();
        run(rest, folder);
        timings[`${stage.name}: ${rest.slice(0, 40)}`] = Math.round((performance.now() - started) / 100) / 10;
      }
    }
  }
  return { app: folderOf(stages.at(-1)?.name ?? ''), environment, timings };
}

function pair(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

interface Stage {
  name: string;
  steps: { word: string; rest: string }[];
}

function readStages(): Stage[] {
  const stages: Stage[] = [];
  const lines = readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (word === 'FROM') stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? 'final', steps: [] });
    else stages.at(-1)?.steps.push({ word, rest });
  }
  return stages;
}

function copy(rest: string, folder: string, folderOf: (stage: string) => string): void {
  const words = rest.split(' ');
  const from = words[0]?.startsWith('--from=') === true ? words.shift()?.slice('--from='.length) : undefined;
  const target = words.pop() ?? '';
  for (const word of words) {
    const source = from === undefined ? join(ROOT, word) : join(folderOf(from), word.slice(WORKDIR.length));
    const to = target.endsWith('/') ? join(folder, target, word) : join(folder, target);
    cpSync(source, to, { recursive: true, filter: from === undefined ? isLetThrough : () => true });
  }
}

/** The exclusions of .dockerignore, inside of the folders that it lets through. */
function isLetThrough(source: string): boolean {
  return !/\/(?:dist|node_modules)$|\.spec\.ts$/.test(source);
}

function run(command: string, folder: string): void {
  const { PATH = '', HOME = '' } = process.env;
  const npm = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^npm_config_|_proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name)),
  );
  const { status, stderr, stdout } = spawnSync('sh', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...npm, PATH, HOME },
  });
  if (status !== 0) throw new Error(`RUN ${command}\n${stdout}\n${stderr}`);
}
