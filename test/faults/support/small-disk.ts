import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk in memory, to be filled to its end. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** @returns undefined, and says so, where this user has not the rights to mount one. */
  static async mount(megabytes: number, forWhat: string): Promise<SmallDisk | undefined> {
    const folder = await mkdtemp(join(tmpdir(), 'stock-cycle-faults-disk-'));
    const settings = `size=${megabytes}m,mode=711`;
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', settings, 'tmpfs', folder]).status === 0) return new SmallDisk(folder);
    process.stderr.write(`\n!!! SKIPPED: ${forWhat}: mounting a disk takes rights that this user has not\n\n`);
    await rm(folder, { recursive: true });
    return undefined;
  }

  /** Takes all of it but so many bytes. */
  async fill(left: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    const ballast = await open(this.ballast, 'w');
    const chunk = Buffer.alloc(64 * 1024, 1);
    for (let bytes = bavail * bsize - left; bytes > 0; bytes -= chunk.length) await ballast.write(chunk);
    await ballast.close();
  }

  async makeRoom(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  /** Nothing may use it any more. */
  async remove(): Promise<void> {
    spawnSync('umount', [this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}
