import type { ComparedHit, ScreenHit } from './compare-days';

/** A row of the table: a hit, next to another day where one was chosen. */
export type HitRow = ScreenHit & Partial<Pick<ComparedHit, 'mark' | 'otherRank'>>;

/** Whether a session can be opened for the row: it is a hit of the day itself. */
export function isHit({ mark }: HitRow): boolean {
  return mark !== 'gone';
}

/** Where a row leads: its open session, else the stock. */
export function hrefOf({ code, openSessionId }: HitRow): string {
  return openSessionId === null ? `/market/stocks/${code}` : `/sessions/${openSessionId}`;
}
