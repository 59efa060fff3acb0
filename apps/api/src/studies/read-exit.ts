import { AppError, type FieldError } from '#lib/kernel';
import type { PortfolioAsked } from '#lib/studies';

interface ExitField {
  readonly allowed: string;
  readonly fits: (value: number) => boolean;
}

const BELOW_100: ExitField = { allowed: 'a number above 0 and below 100', fits: (value) => value > 0 && value < 100 };

const FIELDS: Readonly<Record<string, ExitField>> = {
  days: {
    allowed: 'a whole number from 1 to 250',
    fits: (value) => Number.isSafeInteger(value) && value >= 1 && value <= 250,
  },
  stop_pct: BELOW_100,
  take_pct: { allowed: 'a number above 0 and at most 1,000', fits: (value) => value > 0 && value <= 1000 },
  trail_pct: BELOW_100,
};

/** Reads when a position is sold. @throws AppError `invalid_input` that names each wrong part. */
export function readExit(given: Readonly<Record<string, unknown>>): PortfolioAsked['exit'] {
  const errors: FieldError[] = [];
  for (const name of new Set([...Object.keys(given), 'days'])) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    const value = given[name];
    if (field !== undefined && typeof value === 'number' && field.fits(value)) continue;
    const what = field === undefined ? 'is not a rule of exit' : `must be ${field.allowed}`;
    errors.push({ field: `exit.${name}`, message: `exit.${name} ${what}` });
  }
  if (errors.length > 0) throw AppError.invalid(errors.map(({ message }) => message).join('; '), errors);
  const {
    days,
    stop_pct: stopPct,
    take_pct: takePct,
    trail_pct: trailPct,
  } = given as Record<string, number | undefined>;
  return { days: days ?? 1, stopPct, takePct, trailPct };
}
