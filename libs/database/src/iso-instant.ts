/** SQL that writes a timestamptz column as ISO 8601 UTC with milliseconds, as responses carry instants. */
export function isoInstant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
