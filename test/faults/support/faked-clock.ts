import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of Debian's package `faketime`; undefined where it is not installed. */
export const FAKETIME_LIBRARY = findLibrary();

/** A wall clock of some processes, which jumps while they run; their timers keep their pace. */
export class FakedClock {
  private constructor(private readonly folder: string) {}

  static async start(): Promise<FakedClock> {
    const clock = new FakedClock(await mkdtemp(join(tmpdir(), 'stock-cycle-faults-clock-')));
    await clock.setOff(0);
    return clock;
  }

  /** For the processes that go by it. */
  get environment(): Record<string, string> {
    return {
      LD_PRELOAD: FAKETIME_LIBRARY ?? '',
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** @param seconds how far it is ahead of the machine's. */
  async setOff(seconds: number): Promise<void> {
    const draft = `${this.file}.draft`;
    await writeFile(draft, `${seconds < 0 ? '' : '+'}${Math.round(seconds)}\n`);
    await rename(draft, this.file);
  }

  async setTo(instant: Date): Promise<void> {
    await this.setOff((instant.getTime() - Date.now()) / 1000);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private get file(): string {
    return join(this.folder, 'off');
  }
}

function findLibrary(): string | undefined {
  const parents = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : [];
  return parents.map((parent) => join(parent, 'faketime', 'libfaketime.so.1')).find((path) => existsSync(path));
}
