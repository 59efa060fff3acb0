/**
 * For programs that run beside tests: those fill the processors, and a worker of low priority would starve. The backup that
 * a first start makes of its day would be one more load.
 */
export const BESIDE_TESTS = { WORKER_NICE: '0', BACKUP_AT: 'off' };
