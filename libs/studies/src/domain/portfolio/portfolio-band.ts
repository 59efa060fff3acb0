import { type CalendarDay, quantileOfSorted } from '#lib/kernel';
import type { PortfolioPlan } from './plan-entries';
import { runPortfolio } from './run-portfolio';

/** Yuan of equity that 5, 50 and 95 % of the variants lie below. */
export interface BandDay {
  readonly date: CalendarDay;
  readonly p5: number;
  readonly p50: number;
  readonly p95: number;
}

/** Open days over which the starts of the variants are spread. */
const OFFSETS = 20;

/**
 * What chance alone makes of a portfolio: the same hits with other first days (0 to 19 open days later) and another order among
 * hits of equal rank (outcomes.md, section 5).
 * @param random In [0, 1), from the study's seed.
 */
export function computeBand(
  plan: PortfolioPlan,
  { variants, random }: { variants: number; random: () => number },
): BandDay[] {
  const { dates } = plan.market.days;
  // By day, so that the values of one stand together.
  const values = new Float64Array(variants * dates.length);
  for (let variant = 0; variant < variants; variant += 1) {
    const { equity } = runPortfolio(plan, { startOffset: variant % OFFSETS, random });
    for (let day = 0; day < dates.length; day += 1) values[day * variants + variant] = equity[day] ?? NaN;
  }
  return variants === 0
    ? []
    : dates.map((date, day) => {
        const sorted = values.subarray(day * variants, (day + 1) * variants).sort();
        const at = (share: number): number => quantileOfSorted(sorted, share) / 100;
        return { date, p5: at(0.05), p50: at(0.5), p95: at(0.95) };
      });
}
