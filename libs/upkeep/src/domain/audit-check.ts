// Type aliases, not interfaces: only they are assignable to JsonValue.

/** A value that differs when it is computed another way. */
export type AuditDifference = {
  /** What is compared: a code and day, a session, a table. */
  subject: string;
  stored: string;
  recomputed: string;
};

/** One kind of value, a sample of which was computed another way. */
export type AuditCheck = {
  name: string;
  /** Values that were compared; 0 if this market has none of the kind. */
  compared: number;
  differences: number;
  /** At most ten of them. */
  worst: AuditDifference[];
};

export type AuditReport = {
  /** ISO 8601 UTC, by the business clock. */
  checkedAt: string;
  checks: AuditCheck[];
};

const WORST = 10;

export function buildAuditCheck(name: string, compared: number, differences: readonly AuditDifference[]): AuditCheck {
  return { name, compared, differences: differences.length, worst: differences.slice(0, WORST) };
}

export function countDifferences({ checks }: Pick<AuditReport, 'checks'>): number {
  return checks.reduce((sum, { differences }) => sum + differences, 0);
}
