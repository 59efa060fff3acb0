import type { LoggerService } from '@nestjs/common';
import type { ReplicaState } from './replica-watch';

/** Somebody must act on the first three: waiting does not fix them. */
const SENTENCES: Readonly<Record<ReplicaState, { level: 'error' | 'warn' | 'log'; sentence: string }>> = {
  other_system: { level: 'error', sentence: 'DATABASE_REPLICA_URL is a server of another cluster: it is not read' },
  not_in_recovery: {
    level: 'error',
    sentence: 'DATABASE_REPLICA_URL is no replica, or was promoted: it is not read',
  },
  ahead: {
    level: 'error',
    sentence: 'the replica is ahead of DATABASE_URL and so follows another server: it is not read',
  },
  unreachable: { level: 'warn', sentence: 'the replica does not answer: the primary serves all reads' },
  left: { level: 'warn', sentence: 'a read failed on the replica: the primary serves all reads for a moment' },
  stale: { level: 'warn', sentence: 'the replica is behind the bound: the primary serves all reads' },
  unknown: { level: 'log', sentence: 'how far the replica is behind is not known yet: the primary serves all reads' },
  ok: { level: 'log', sentence: 'the replica serves lists, charts and screens' },
};

export function tellReplicaState(
  logger: Required<Pick<LoggerService, 'error' | 'warn' | 'log'>>,
  state: ReplicaState,
): void {
  const { level, sentence } = SENTENCES[state];
  logger[level](sentence);
}
