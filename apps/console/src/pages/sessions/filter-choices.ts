import { usePhaseNames } from '../../parts/phases';
import { useMessages } from '../../i18n/messages';
import {
  CONSENSUS_CHOICES,
  PHASE_CHOICES,
  REVIEW_CHOICES,
  SCOPES,
  type SessionSort,
  type SessionsQuery,
  SORTS,
  STATUSES,
} from './sessions-query';
import { sessionsMessages } from './sessions-messages';

type FilterName = 'status' | 'phase' | 'consensus' | 'scope' | 'review';

/** One filter: its name, what can be chosen, and what each choice does to the query. */
export interface FilterChoice {
  readonly name: FilterName;
  readonly label: string;
  readonly choices: readonly {
    readonly value: string;
    readonly label: string;
    readonly query: Partial<SessionsQuery>;
  }[];
}

/** The filters with a list of choices, in the chosen language. */
export function useFilterChoices(): readonly FilterChoice[] {
  const t = useMessages(sessionsMessages);
  const phases = usePhaseNames();
  const choices = <Name extends FilterName>(
    name: Name,
    label: string,
    values: readonly SessionsQuery[Name][],
    labels: Readonly<Record<SessionsQuery[Name], string>>,
  ): FilterChoice => ({
    name,
    label,
    choices: values.map((value) => ({ value, label: labels[value], query: { [name]: value } })),
  });
  return [
    choices('status', t.status, STATUSES, { open: t.open, closed: t.closed, all: t.all }),
    choices('phase', t.phase, PHASE_CHOICES, { ...phases, all: t.all, nocategory: t.noPhase }),
    choices('consensus', t.consensus, CONSENSUS_CHOICES, {
      all: t.all,
      上涨: t.rise,
      下跌: t.fall,
      震荡: t.range,
      unset: t.noConsensus,
    }),
    choices('scope', t.scope, SCOPES, { all: t.all, watchlist_only: t.watchlist, position_only: t.positions }),
    choices('review', t.review, REVIEW_CHOICES, {
      all: t.all,
      due: t.review_due,
      '7d': t.review_7d,
      '14d': t.review_14d,
      '30d': t.review_30d,
      '180d': t.review_180d,
      '360d': t.review_360d,
      recorded: t.review_recorded,
      before: t.review_before,
      not_due: t.review_not_due,
    }),
  ];
}

/** The sorts of the server and what they are called. */
export function useSortNames(): readonly { readonly sort: SessionSort; readonly label: string }[] {
  const t = useMessages(sessionsMessages);
  const names: Readonly<Record<SessionSort, string>> = {
    priority: t.priority,
    entry_date: t.entryDate,
    next_review_at: t.reviewDate,
    lowest_volume_trade_date: t.groundDay,
    ended_at: t.endedAt,
    cyq_spread_ratio: t.spread,
    fundamental_score: t.score,
    close_vs_entry_pct: t.vsEntry,
    circulating_market_cap_yi: t.cap,
    code: t.code,
    name: t.name,
    phase: t.phase,
    ai_consensus: t.consensus,
    industry: t.industry,
    latest_close: t.latest,
    change_pct: t.change,
    turnover_pct: t.turnover,
    volume_ratio: t.volumeRatio,
    invalidation_distance_pct: t.invalidation,
    cost_distance_pct: t.costDistance,
    holding_profit: t.holdingProfit,
  };
  return SORTS.map((sort) => ({ sort, label: names[sort] }));
}
