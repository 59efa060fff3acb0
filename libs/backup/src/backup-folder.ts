import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CalendarDay } from '#lib/kernel';
import { type BackupKeep, backupNameOf, dayOfBackup, daysToRemove } from './domain/kept-backups';
import { sweepUnfinishedIn } from './unfinished-files';

export interface KeptBackup {
  readonly day: CalendarDay;
  readonly file: string;
  readonly bytes: number;
}

/** The folder of the nightly backups; other files in it are left alone. */
export class BackupFolder {
  private readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'backups');
  }

  fileOf(day: CalendarDay): string {
    return join(this.path, backupNameOf(day));
  }

  /** Makes it where it is missing, for its owner alone, and removes what killed backups left. */
  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    await chmod(this.path, 0o700);
    await sweepUnfinishedIn(this.path, 'stock-cycle-');
  }

  /** Oldest first. */
  async list(): Promise<KeptBackup[]> {
    const names = await readdir(this.path).catch(() => []);
    const backups: KeptBackup[] = [];
    for (const name of names.sort()) {
      const day = dayOfBackup(name);
      if (day === undefined) continue;
      const file = join(this.path, name);
      const found = await stat(file).catch(() => undefined);
      if (found?.isFile() === true) backups.push({ day, file, bytes: found.size });
    }
    return backups;
  }

  /** @returns the files that were removed. */
  async removeSuperfluous(keep: BackupKeep): Promise<string[]> {
    const days = (await this.list()).map(({ day }) => day);
    const files = daysToRemove(days, keep).map((day) => this.fileOf(day));
    for (const file of files) await rm(file, { force: true });
    return files;
  }
}
