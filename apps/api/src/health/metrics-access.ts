import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';

/** Who may read the metrics: everybody, or who sends `METRICS_TOKEN` as a Bearer credential where it is set. */
@Injectable()
export class MetricsAccess {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  /** @param authorization the header, as it came. */
  allows(authorization: string | undefined): boolean {
    const { metricsToken } = this.config;
    if (metricsToken === undefined) return true;
    const [, given] = /^bearer\s+(\S+)$/i.exec(authorization ?? '') ?? [];
    return given !== undefined && timingSafeEqual(digest(given), digest(metricsToken));
  }
}

/** Digests have one length, so that the comparison tells nothing of the token's. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
