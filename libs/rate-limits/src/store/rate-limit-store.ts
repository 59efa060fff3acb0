/** The sums of requests of all processes of an installation. */
export abstract class RateLimitStore {
  /**
   * Books requests of a key in a minute.
   * @param minute minutes since 1970
   * @returns the sum of all bookings so far, this one included.
   */
  abstract add(key: string, minute: number, requests: number): Promise<number>;

  abstract close(): void;
}
