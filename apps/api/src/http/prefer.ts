/** Whether a request's `Prefer` header (RFC 7240) lists `respond-async`: the caller doesn't wait for the job. */
export function asksForAsync(prefer: string | string[] | undefined): boolean {
  return [prefer ?? []]
    .flat()
    .join(',')
    .split(',')
    .some((preference) => preference.trim().toLowerCase() === 'respond-async');
}
