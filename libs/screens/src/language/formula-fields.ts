import { type Field, FIELD_MEANINGS, FIELDS } from '#lib/formulas';

/** A column of the market that formulas read. */
export interface FieldHelp {
  readonly name: string;
  /** Other names of it. */
  readonly aliases: readonly string[];
  readonly zh: string;
  readonly en: string;
}

const ALIASES: Partial<Readonly<Record<Field, readonly string[]>>> = {
  OPEN: ['O', '开盘价'],
  HIGH: ['H', '最高价'],
  LOW: ['L', '最低价'],
  CLOSE: ['C', '收盘价'],
  VOL: ['V', 'VOLUME', '成交量'],
  AMOUNT: ['AMO', '成交额'],
};

export const FORMULA_FIELDS: readonly FieldHelp[] = FIELDS.map((name) => ({
  name,
  aliases: ALIASES[name] ?? [],
  ...FIELD_MEANINGS[name],
}));
