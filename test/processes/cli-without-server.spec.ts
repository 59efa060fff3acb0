import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readHolder } from '#lib/embedded-postgres';
import { makeScratchFolder } from '../support/processes/scratch-folder';

const ROOT = join(__dirname, '../..');

describe('a command without a server', () => {
  it('starts PostgreSQL only for the command, and leaves nothing running', async () => {
    const dataDir = join(await makeScratchFolder(), 'own');
    const child = spawn(
      process.execPath,
      [
        '--conditions=source',
        '--require',
        './test/support/runner/swc-register.cjs',
        'apps/cli/src/main.ts',
        'users',
        'list',
        '--json',
      ],
      { cwd: ROOT, env: { PATH: process.env['PATH'], DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [stdout, stderr, exitCode] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.on('exit', resolve)),
    ]);
    expect(stderr).toMatch(/Created the administrator "admin" with the password \S+/);
    expect(JSON.parse(stdout)).toMatchObject([{ id: 1, username: 'admin', role: 'admin' }]);
    expect(exitCode).toBe(0);
    expect(await readHolder(dataDir)).toBeUndefined();
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  }, 240_000);
});
