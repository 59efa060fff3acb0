import type { WalPosition } from './wal-position';

/** How far the primary's log had come when it was asked. */
interface Sample {
  /** On a monotonic clock, in ms, before the question was sent. */
  readonly askedAt: number;
  readonly position: WalPosition;
}

/**
 * How old a replica's data may be, from what the primary's log was at known times. A replica that has replayed a position
 * holds every commit that was acknowledged before the primary was asked for it. Clocks of two machines are never compared,
 * and an idle primary makes nothing look old.
 */
export class Freshness {
  private samples: Sample[] = [];
  private provenAt = Number.NEGATIVE_INFINITY;

  notePrimary(askedAt: number, position: WalPosition): void {
    this.samples.push({ askedAt, position });
  }

  noteReplayed(position: WalPosition): void {
    const reached = this.samples.findLast((sample) => sample.position <= position);
    if (reached === undefined) return;
    this.provenAt = Math.max(this.provenAt, reached.askedAt);
    this.samples = this.samples.slice(this.samples.indexOf(reached) + 1);
  }

  /** Ms by which the replica's data are behind the primary's at most. Infinite where nothing was proven yet. */
  ageAt(now: number): number {
    return now - this.provenAt;
  }

  /** Forgets samples that prove nothing useful any more. */
  forgetBefore(askedAt: number): void {
    this.samples = this.samples.filter((sample) => sample.askedAt >= askedAt);
  }

  /** For a replica that is another one, or may be. */
  reset(): void {
    this.samples = [];
    this.provenAt = Number.NEGATIVE_INFINITY;
  }
}
