/** Prints a figure of docs/faults.md beside the test that measured it. */
export function measured(what: string, value: string | number): void {
  process.stderr.write(`  measured: ${what}: ${value}\n`);
}
