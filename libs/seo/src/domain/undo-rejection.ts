/** Why an import can't be undone. */
export const UNDO_REJECTIONS = [
  'import_not_ended',
  'import_was_dry',
  'import_already_undone',
  'import_changes_unknown',
  'import_changes_pruned',
] as const;
export type UndoRejection = (typeof UNDO_REJECTIONS)[number];

/** What decides whether an import can be undone. */
export interface UndoFacts {
  ended: boolean;
  dryRun: boolean;
  undone: boolean;
  /** Records that it made or changed. */
  changes: number;
  /** How many of them it noted; builds before noted none. */
  logged: number;
  /** Whether its end is longer ago than changes are stored. */
  expired: boolean;
}

/** @returns undefined if it can be undone. */
export function findUndoRejection(facts: UndoFacts): UndoRejection | undefined {
  if (!facts.ended) return 'import_not_ended';
  if (facts.dryRun) return 'import_was_dry';
  if (facts.undone) return 'import_already_undone';
  if (facts.logged < facts.changes) return 'import_changes_unknown';
  return facts.expired ? 'import_changes_pruned' : undefined;
}

/** The message of a rejection. */
export function describeUndoRejection(refusal: UndoRejection, keptDays: number): string {
  switch (refusal) {
    case 'import_not_ended':
      return 'the import has not ended yet; wait for its end';
    case 'import_was_dry':
      return 'the import was a dry run and stored nothing';
    case 'import_already_undone':
      return 'the import has been undone already';
    case 'import_changes_unknown':
      return 'the import was made by an earlier version, which did not note what it changed';
    case 'import_changes_pruned':
      return `what the import changed is kept for ${keptDays} days (KEEP_IMPORT_CHANGES_DAYS) and has been deleted`;
  }
}
