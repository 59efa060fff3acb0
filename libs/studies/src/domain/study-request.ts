import type { CalendarDay } from '#lib/kernel';
import { DEFAULT_COSTS, type TradingCosts } from '#lib/outcomes/domain';
import type { Overlap } from './follow-hits';

/** Open days after the entry (outcomes.md, section 2). */
export const DEFAULT_HORIZONS: readonly number[] = [1, 5, 10, 20, 60];
export const LONGEST_HORIZON = 120;
export const MOST_HORIZONS = 8;

/** Costs as requests name them; those that are left out are {@link DEFAULT_COSTS}. */
export interface StudyCosts {
  readonly commission_bp: number;
  /** Yuan a side at least. */
  readonly min_commission: number;
  readonly stamp: TradingCosts['stamp'];
  readonly slippage_bp: number;
  /** Yuan of a purchase. */
  readonly notional: number;
}

export const DEFAULT_STUDY_COSTS: StudyCosts = {
  commission_bp: DEFAULT_COSTS.commissionBp,
  min_commission: DEFAULT_COSTS.minCommission,
  stamp: DEFAULT_COSTS.stamp,
  slippage_bp: DEFAULT_COSTS.slippageBp,
  notional: DEFAULT_COSTS.notional,
};

export function toTradingCosts(costs: StudyCosts): TradingCosts {
  return {
    commissionBp: costs.commission_bp,
    minCommission: costs.min_commission,
    stamp: costs.stamp,
    slippageBp: costs.slippage_bp,
    notional: costs.notional,
  };
}

/** A study with everything that its answer depends on, but for the market's data. */
export interface StudyRequest {
  readonly screenId: string;
  readonly screenVersion: number;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  /** As requests name them, all of them. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  /** Ascending, none twice. */
  readonly horizons: readonly number[];
  readonly costs: StudyCosts;
  readonly overlap: Overlap;
}

/**
 * What was tried: the span and the costs do not make another variant of a screen.
 * @returns a text that equal variants share.
 */
export function variantKey({ screenId, screenVersion, params, filters, horizons, overlap }: StudyRequest): string {
  return JSON.stringify([screenId, screenVersion, sortKeys(params), sortKeys(filters), horizons, overlap]);
}

/** @returns a text that equal studies of the same data share. */
export function studyKey(request: StudyRequest, dataVersion: number, revision: string | null): string {
  const { from, to, costs } = request;
  const data = revision === null ? [dataVersion] : [dataVersion, revision];
  return JSON.stringify([variantKey(request), from, to, sortKeys({ ...costs }), ...data]);
}

function sortKeys(values: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
