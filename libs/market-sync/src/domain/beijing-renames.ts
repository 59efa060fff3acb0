import type { CodeChange } from './vendor-rows';

/** A Beijing stock on a day, with its last price and what the file gives for its close before. */
export interface BeijingStock {
  readonly code: string;
  readonly name: string | null;
  readonly close: number | null;
  readonly preClose: number | null;
}

export interface BeijingRenames {
  readonly changes: readonly CodeChange[];
  /** Old codes that vanished on a day on which 920 codes appeared, and that match none of them. */
  readonly unmatched: readonly string[];
}

/**
 * Finds the stocks of Beijing that got a 920 code between two neighbouring open days: one code vanishes, a 920 code appears,
 * with the same base name and the old last close as its previous close. Only pairs that are the one possibility count.
 * Source of the rule: docs/market-tdx.md, "Beijing's codes".
 */
export function findBeijingRenames(before: readonly BeijingStock[], after: readonly BeijingStock[]): BeijingRenames {
  const [codesBefore, codesAfter] = [before, after].map((day) => new Set(day.map(({ code }) => code)));
  const gone = before.filter(({ code }) => !code.startsWith('920') && codesAfter?.has(code) === false);
  const arrived = after.filter(({ code }) => code.startsWith('920') && codesBefore?.has(code) === false);
  if (arrived.length === 0) return { changes: [], unmatched: [] };
  const changes = gone.flatMap((old): CodeChange[] => {
    const twins = arrived.filter((one) => matches(old, one));
    const [only] = twins;
    if (only === undefined || twins.length > 1) return [];
    const rivals = gone.filter((other) => matches(other, only));
    return rivals.length > 1 ? [] : [{ oldCode: old.code, newCode: only.code, name: only.name, listDate: null }];
  });
  const matched = new Set(changes.map(({ oldCode }) => oldCode));
  return { changes, unmatched: gone.map(({ code }) => code).filter((code) => !matched.has(code)) };
}

/** Of a stock that was suspended on one of the days the name alone must do. */
function matches(old: BeijingStock, one: BeijingStock): boolean {
  if (old.name === null || old.name !== one.name) return false;
  if (old.close === null || one.preClose === null) return true;
  return Math.round(old.close * 100) === Math.round(one.preClose * 100);
}
