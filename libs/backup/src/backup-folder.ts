import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CalendarDay } from '#lib/kernel';
import { type BackupKeep, formatBackupName, parseBackupName, selectDaysToRemove } from './domain/kept-backups';
import { sweepUnfinishedIn } from './unfinished-files';

export interface StoredBackup {
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

  getFile(day: CalendarDay): string {
    return join(this.path, formatBackupName(day));
  }

  /** Creates it if it is missing, for its owner alone, and removes what killed backups left. */
  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    await chmod(this.path, 0o700);
    await sweepUnfinishedIn(this.path, 'stock-cycle-');
  }

  /** Oldest first. */
  async list(): Promise<StoredBackup[]> {
    const names = await readdir(this.path).catch(() => []);
    const backups: StoredBackup[] = [];
    for (const name of names.sort()) {
      const day = parseBackupName(name);
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
    const files = selectDaysToRemove(days, keep).map((day) => this.getFile(day));
    for (const file of files) await rm(file, { force: true });
    return files;
  }
}
