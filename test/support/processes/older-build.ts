import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = resolve(__dirname, '../../..');

const NEST = 'node_modules/@nestjs/cli/bin/nest.js';

/** What the compiler reads. */
const SOURCES = ['apps', 'libs', 'package.json', 'nest-cli.json', '.swcrc', 'tsconfig.json'];

/** Whether this clone has the commit: one without history, or an archive, has not. */
export function hasCommit(commit: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status === 0;
}

/** The programs of an older commit, built in a folder of their own with the packages of this tree. */
export class OlderBuild {
  private constructor(readonly root: string) {}

  /**
   * Takes some seconds. Compiles only: `npm run build` of a commit with other packages would install them, into this tree.
   * @throws with the compiler's words.
   */
  static async of(commit: string): Promise<OlderBuild> {
    const root = await mkdtemp(join(tmpdir(), 'stock-cycle-older-'));
    const build = new OlderBuild(root);
    try {
      const archive = execFileSync('git', ['archive', commit, ...SOURCES], { cwd: ROOT, maxBuffer: 2 ** 30 });
      execFileSync('tar', ['-x', '-C', root], { input: archive });
      await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, NEST), 'build'], {
        cwd: root,
        encoding: 'utf8',
      });
      if (status !== 0 || !existsSync(build.program('api')))
        throw new Error(`${commit} can't be built:\n${stdout}${stderr}`);
      return build;
    } catch (error) {
      await build.remove();
      throw error;
    }
  }

  program(name: 'api' | 'worker'): string {
    return join(this.root, `dist/apps/${name}/src/main.js`);
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

/**
 * Runs the `prepare` of the build at `root`, as a release does before its processes, while the caller goes on.
 * @returns what it said. @throws if it fails.
 */
export async function prepareBy(root: string, environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'dist/apps/supervisor/src/prepare.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...environment },
  });
  const [said, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`prepare failed:\n${said}${errors}`);
  return said;
}
