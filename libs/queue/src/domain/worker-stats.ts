/** What a worker reports of its process with each heartbeat. An older build reports nothing. */
export interface WorkerStats {
  memoryBytes: number;
  /** The 99th percentile. */
  eventLoopDelaySeconds: number;
  runningJobs: number;
  poolTotal: number;
  poolIdle: number;
  poolWaiting: number;
}
