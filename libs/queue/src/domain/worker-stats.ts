/** What a worker says of its process with each sign of life. An older build says nothing. */
export interface WorkerFigures {
  memoryBytes: number;
  /** The 99th percentile. */
  eventLoopDelaySeconds: number;
  runningJobs: number;
  poolTotal: number;
  poolIdle: number;
  poolWaiting: number;
}
