/** Does the work and prints how long it took. */
export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`${what} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}
