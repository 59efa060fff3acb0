import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CalendarDay } from '#lib/kernel';
import type { PackageCheck } from './domain/package-error';

const KEPT = 10;

/** The last ten files that failed a check, in a folder of `DATA_DIR`, for a person to look at. */
export class RefusedPackages {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'refused-packages');
  }

  /** Stores a file. @returns its path. */
  async add(day: CalendarDay, check: PackageCheck | 'html', content: Uint8Array, at: Date): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    // Names in the order of time, so that the oldest come first.
    const stamp = at.toISOString().replaceAll(/[:.]/g, '-');
    const path = join(this.folder, `${stamp}_${day}_${check}.${check === 'html' ? 'html' : 'zip'}`);
    await writeFile(path, content);
    const names = (await readdir(this.folder)).sort();
    for (const name of names.slice(0, Math.max(0, names.length - KEPT)))
      await rm(join(this.folder, name), { force: true });
    return path;
  }
}
