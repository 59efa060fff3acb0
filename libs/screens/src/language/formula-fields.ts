import { aliasesOf, FIELD_MEANINGS, FIELDS } from '#lib/formulas';

/** A column of the market that formulas read. */
export interface FieldHelp {
  readonly name: string;
  /** Other names of it. */
  readonly aliases: readonly string[];
  readonly zh: string;
  readonly en: string;
}

export const FORMULA_FIELDS: readonly FieldHelp[] = FIELDS.map((name) => ({
  name,
  aliases: aliasesOf(name),
  ...FIELD_MEANINGS[name],
}));
