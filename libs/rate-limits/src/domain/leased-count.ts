/**
 * The requests of one key in one minute, as one process knows them. It spends a slice that it holds and books in the store
 * for the next one together with what it has spent so far, so that a count that stays small is never written anywhere.
 * A request of a weight counts as that many; one that is too heavy for what is left leaves it to lighter ones.
 */
export class LeasedCount {
  private spent = 0;
  /** How much of it the store knows of. */
  private booked = 0;
  private held: number;
  private exhausted = false;

  /**
   * @param limit requests of all processes together
   * @param slice requests per question to the store
   * @param free requests before the first question
   */
  constructor(
    private readonly limit: number,
    private readonly slice: number,
    free: number,
  ) {
    this.held = Math.min(free, limit);
  }

  /** Spends a request, or returns why not: too little of the minute is left, or a slice must be booked first. */
  take(weight = 1): 'admitted' | 'refused' | 'ask' {
    if (this.spent + weight <= this.held) {
      this.spent += weight;
      return 'admitted';
    }
    return this.exhausted ? 'refused' : 'ask';
  }

  /** What to book in the store: everything spent and not booked, and the next slice, at least the requested weight. */
  booking(weight = 1): number {
    return this.spent + Math.max(this.slice, weight) - this.booked;
  }

  /** @param total the sum of all processes' bookings, this one included. */
  settle(booking: number, total: number): void {
    const room = Math.min(booking, Math.max(0, this.limit - (total - booking)));
    this.held = Math.max(this.held, this.booked + room);
    this.booked += booking;
    this.exhausted = room < booking;
  }

  /** The store is unavailable: the process goes on by itself, up to the whole limit. */
  settleAlone(weight = 1): void {
    this.held = Math.min(this.spent + Math.max(this.slice, weight), this.limit);
    this.exhausted = this.held >= this.limit;
  }
}
