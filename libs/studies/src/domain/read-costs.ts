import { AppError, type FieldError } from '#lib/kernel';
import { DEFAULT_STUDY_COSTS, type StudyCosts } from './study-request';

/** The most that a cost may be: a tenth of the price, a million yuan of a purchase. */
const MOST_BP = 1000;
const MOST_YUAN = 100_000_000;

interface CostField {
  readonly allowed: string;
  readonly fits: (value: unknown) => boolean;
}

const isWithin = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max;

const BASIS_POINTS: CostField = {
  allowed: `a number of basis points from 0 to ${String(MOST_BP)}`,
  fits: (value) => isWithin(value, 0, MOST_BP),
};

const FIELDS: Readonly<Record<keyof StudyCosts, CostField>> = {
  commission_bp: BASIS_POINTS,
  min_commission: { allowed: 'a number of yuan from 0 to 1,000', fits: (value) => isWithin(value, 0, 1000) },
  stamp: {
    allowed: `"by_date", or ${BASIS_POINTS.allowed}`,
    fits: (value) => value === 'by_date' || BASIS_POINTS.fits(value),
  },
  slippage_bp: BASIS_POINTS,
  notional: {
    allowed: 'a number of yuan from 1,000 to 100,000,000',
    fits: (value) => isWithin(value, 1000, MOST_YUAN),
  },
};

/** Reads the costs of a request: those that it names. @throws AppError `invalid_input` that names each wrong one. */
export function readCosts(given: Readonly<Record<string, unknown>>): Partial<StudyCosts> {
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = isCost(name) ? FIELDS[name] : undefined;
    const what = field === undefined ? 'is not a cost' : `must be ${field.allowed}`;
    if (field?.fits(value) !== true) errors.push({ field: `costs.${name}`, message: `costs.${name} ${what}` });
  }
  if (errors.length > 0) throw AppError.invalid(errors.map(({ message }) => message).join('; '), errors);
  return given;
}

function isCost(name: string): name is keyof StudyCosts {
  return Object.hasOwn(DEFAULT_STUDY_COSTS, name);
}
