/** Another delivery took the job over, or it was cancelled: what this one still wants to write is dropped. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(readonly jobId: number) {
    super(`job ${jobId} is no longer held by this delivery`);
  }
}
