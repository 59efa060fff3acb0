import { Counter, Gauge, type Registry } from 'prom-client';
import { FALLBACK_REASONS, type ReplicaStats } from '#lib/database';

/** Where a streaming replica is configured: how far it is behind, and which side answers reads. */
export function registerReplicaMetrics(registry: Registry): (stats: ReplicaStats) => void {
  const registers = [registry];
  const usable = new Gauge({
    name: 'database_replica_usable',
    help: '1 while the replica may answer reads; not there without one',
    registers,
  });
  const lagBytes = new Gauge({
    name: 'database_replica_lag_bytes',
    help: 'Bytes of the log that the replica had not replayed at the last look',
    registers,
  });
  const lagSeconds = new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'Seconds by which the data of the replica may be behind',
    registers,
  });
  const reads = new Counter({
    name: 'database_reads_total',
    help: 'Statements of requests that only read, by the server that answered',
    labelNames: ['side'],
    registers,
  });
  const fallbacks = new Counter({
    name: 'database_replica_fallbacks_total',
    help: 'Reads that failed on the replica and were answered by the primary',
    labelNames: ['reason'],
    registers,
  });
  for (const gauge of [usable, lagBytes, lagSeconds]) gauge.remove();
  return (stats) => {
    usable.set(stats.state === 'ok' ? 1 : 0);
    setOrRemove(lagBytes, stats.lagBytes);
    setOrRemove(lagSeconds, stats.lagMs === null ? null : stats.lagMs / 1000);
    reads.reset();
    for (const side of ['replica', 'primary'] as const) reads.inc({ side }, stats.reads[side]);
    fallbacks.reset();
    for (const reason of FALLBACK_REASONS) fallbacks.inc({ reason }, stats.fallbacks[reason]);
  };
}

function setOrRemove(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove();
  else gauge.set(value);
}
