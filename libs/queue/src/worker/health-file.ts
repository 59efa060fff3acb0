import { writeFile } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { messageOf } from '#lib/kernel';

/**
 * What a container's health check reads of a worker, which has no HTTP: the file's time shows that the process works, its
 * content when the last heartbeat reached the database. Read by `apps/worker/src/health.ts`.
 */
export class HealthFile {
  private readonly logger = new Logger('HealthFile');
  private failing = false;

  constructor(private readonly path: string) {}

  /** Never rejects. */
  async write(lastStored: Date | undefined): Promise<void> {
    try {
      await writeFile(this.path, `${lastStored?.toISOString() ?? 'never'}\n`);
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn(`WORKER_HEALTH_FILE can't be written: ${messageOf(error)}`);
      this.failing = true;
    }
  }
}
