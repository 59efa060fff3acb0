import { AsyncLocalStorage } from 'node:async_hooks';

/** A request that only reads. */
export class ReadScope {
  /** Whether the replica serves it; decided at its first read. Never back from the primary, which is ahead. */
  usesReplica: Promise<boolean> | undefined;

  /** @param seesOwnWrites Its caller may have written: what was acknowledged before must be in the answer. */
  constructor(readonly seesOwnWrites: boolean) {}

  leaveReplica(): void {
    this.usesReplica = Promise.resolve(false);
  }
}

const scopes = new AsyncLocalStorage<ReadScope>();

/** Runs a request that changes nothing: `Database.reads` may be the replica's in it, and is the primary's elsewhere. */
export function readOnly<Result>(options: { seesOwnWrites: boolean }, work: () => Result): Result {
  return scopes.run(new ReadScope(options.seesOwnWrites), work);
}

export function currentReadScope(): ReadScope | undefined {
  return scopes.getStore();
}
