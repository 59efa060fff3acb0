import { prepareStatement } from '../sql-runner';

export interface PrimaryWal {
  /** Behind the record of every acknowledged commit. */
  position: string;
  /** Of the cluster: all its replicas have the same. */
  system: string;
}

/**
 * Log is sent to replicas when it is flushed, so that `pg_current_wal_lsn` would be ahead of what one can have. A commit waits
 * for that flush before it is acknowledged, or for nothing, where the server is set so.
 */
const ACKNOWLEDGED = `case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end`;

export const READ_PRIMARY_WAL = prepareStatement<PrimaryWal>(
  'primary_wal',
  `select (${ACKNOWLEDGED})::text as position, (select system_identifier::text from pg_control_system()) as system`,
);

export const READ_ACKNOWLEDGED_POSITION = prepareStatement<{ position: string }>(
  'acknowledged_position',
  `select (${ACKNOWLEDGED})::text as position`,
);

export interface ReplicaWal {
  inRecovery: boolean;
  /** Null on a server that never was a replica. */
  position: string | null;
  system: string;
}

export const READ_REPLICA_WAL = prepareStatement<ReplicaWal>(
  'replica_wal',
  `select pg_is_in_recovery() as "inRecovery", pg_last_wal_replay_lsn()::text as position,
     (select system_identifier::text from pg_control_system()) as system`,
);

export const READ_REPLAYED_POSITION = prepareStatement<{ position: string | null }>(
  'replayed_position',
  'select pg_last_wal_replay_lsn()::text as position',
);
