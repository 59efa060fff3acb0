/** For programs that run beside tests: those fill the processors, and a worker that gives way would starve. */
export const BESIDE_TESTS = { WORKER_NICE: '0' };
