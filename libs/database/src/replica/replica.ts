import { setTimeout as pause } from 'node:timers/promises';
import { isBadValue, isServerLost, isTransactionConflict } from '../pg-error';
import type { SqlRunner, Statement } from '../sql-runner';
import { PlainPool } from './plain-pool';
import { currentReadScope, type ReadScope } from './read-scope';
import { type ReplicaLook, type ReplicaState, ReplicaWatch } from './replica-watch';
import { unlessAborted } from './unless-aborted';

export interface ReplicaSettings {
  readonly url: string;
  /** No read is answered with older data. */
  readonly maxLagMs: number;
}

interface OpenReplica extends ReplicaSettings {
  readonly primaryUrl: string;
  readonly applicationName: string;
  readonly poolSize: number;
  readonly onChange: (state: ReplicaState) => void;
}

/** Why a read that began on the replica was answered by the primary. */
export const FALLBACK_REASONS = ['conflict', 'lost', 'other'] as const;
export type FallbackReason = (typeof FALLBACK_REASONS)[number];

/** Statements of requests that only read, since the process started. */
export interface ReplicaStats extends ReplicaLook {
  readonly reads: { readonly replica: number; readonly primary: number };
  readonly fallbacks: Readonly<Record<FallbackReason, number>>;
}

/** A look that takes longer says that the server does not answer. */
const LOOK_MS = 1000;
const CONNECT_MS = 2000;
/** A replica that is slower than this is of no use to a list; the primary has its own, longer limit. */
const STATEMENT_MS = 5000;
const LONGEST_GOODBYE_MS = 1000;
/** One for the looks, one for the positions that requests ask for. */
const LOOK_CONNECTIONS = 2;

/** A streaming replica of the primary, and when it may be read. */
export class Replica {
  private readonly counts = { replica: 0, primary: 0 };
  private readonly fallbacks: Record<FallbackReason, number> = { conflict: 0, lost: 0, other: 0 };

  private constructor(
    readonly url: string,
    readonly watch: ReplicaWatch,
    private readonly connections: PlainPool,
    private readonly lookConnections: readonly PlainPool[],
  ) {}

  /** Returns at once: whether there is a replica, its watch finds out. */
  static open({ url, primaryUrl, applicationName, poolSize, maxLagMs, onChange }: OpenReplica): Replica {
    const onLost = (): void => watch.leave(true);
    const looks = { applicationName: `${applicationName}-look`, size: LOOK_CONNECTIONS, statementMs: LOOK_MS };
    const ofPrimary = new PlainPool({ ...looks, url: primaryUrl, connectMs: LOOK_MS });
    const ofReplica = new PlainPool({ ...looks, url, connectMs: LOOK_MS, onLost });
    const watch = new ReplicaWatch(ofPrimary, ofReplica, { maxLagMs, onChange });
    const limits = { size: poolSize, connectMs: CONNECT_MS, statementMs: STATEMENT_MS };
    const connections = new PlainPool({ url, applicationName, ...limits, onLost });
    watch.start();
    return new Replica(url, watch, connections, [ofPrimary, ofReplica]);
  }

  /**
   * Reads for requests that only read: on the replica where it is fresh enough and holds what the caller wrote, else on the
   * primary. What the replica could not answer, the primary answers.
   */
  readsFor(primary: SqlRunner): SqlRunner {
    return {
      query: async <Row>(statement: Statement<Row>, parameters: readonly unknown[] = []): Promise<Row[]> => {
        const scope = currentReadScope();
        if (scope === undefined) return primary.query<Row>(statement, parameters);
        if (await this.serves(scope)) {
          try {
            const rows = await unlessAborted(this.watch.answering, () =>
              this.connections.query<Row>(statement, parameters),
            );
            this.noteAnswer('replica');
            return rows;
          } catch (error) {
            if (isBadValue(error)) throw error;
            scope.leaveReplica();
            this.noteFailure(error);
          }
        }
        this.noteAnswer('primary');
        return primary.query<Row>(statement, parameters);
      },
    };
  }

  getStats(): ReplicaStats {
    return { ...this.watch.getLook(), reads: { ...this.counts }, fallbacks: { ...this.fallbacks } };
  }

  async close(): Promise<void> {
    this.watch.stop();
    const ended = Promise.all(
      [this.connections, ...this.lookConnections].map((pool) => pool.end().catch(() => undefined)),
    );
    // A server that is frozen never says goodbye.
    await Promise.race([ended, pause(LONGEST_GOODBYE_MS, undefined, { ref: false })]);
  }

  noteAnswer(side: keyof ReplicaStats['reads']): void {
    this.counts[side] += 1;
  }

  /** A failure on the replica: whether it is to be left alone for a while. */
  noteFailure(error: unknown): void {
    const reason = reasonOf(error);
    this.fallbacks[reason] += 1;
    if (reason !== 'other') this.watch.leave(reason === 'lost');
  }

  private async serves(scope: ReadScope): Promise<boolean> {
    scope.usesReplica ??= scope.seesOwnWrites ? this.watch.isCurrent() : Promise.resolve(this.watch.isUsable());
    // A long request may outlive what its first read was told.
    if ((await scope.usesReplica) && this.watch.isUsable()) return true;
    scope.leaveReplica();
    return false;
  }
}

/** `other`: the statement itself, such as one about a table that the replica does not have yet. */
function reasonOf(error: unknown): FallbackReason {
  if (isTransactionConflict(error)) return 'conflict';
  return isServerLost(error) ? 'lost' : 'other';
}
