/**
 * Runs something and tells the milliseconds of the processor that this process spent meanwhile. For bounds on work that input must
 * not inflate: time on the wall is longer where other programs run.
 */
export async function measureProcessorTime<Result>(
  run: () => Promise<Result>,
): Promise<{ result: Result; ms: number }> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}
