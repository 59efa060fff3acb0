/** Settings of a worker that runs `code` with each range of a scan in its hands, before it does anything with it. */
export function beforeEachRange(code: string): { FAULTS_MUTATION: string } {
  const find = 'if (task === undefined)';
  return {
    FAULTS_MUTATION: JSON.stringify({
      file: 'dist/apps/worker/src/scan/scan-range.handler.js',
      find,
      replace: `${code} ${find}`,
    }),
  };
}
