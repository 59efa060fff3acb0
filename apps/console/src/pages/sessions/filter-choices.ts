import { usePhaseNames } from '../../parts/phases';
import { useWords } from '../../words/words';
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
import { sessionsWords } from './sessions-words';

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
  const say = useWords(sessionsWords);
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
    choices('status', say.status, STATUSES, { open: say.open, closed: say.closed, all: say.all }),
    choices('phase', say.phase, PHASE_CHOICES, { ...phases, all: say.all, nocategory: say.noPhase }),
    choices('consensus', say.consensus, CONSENSUS_CHOICES, {
      all: say.all,
      上涨: say.rise,
      下跌: say.fall,
      震荡: say.range,
      unset: say.noConsensus,
    }),
    choices('scope', say.scope, SCOPES, { all: say.all, watchlist_only: say.watchlist, position_only: say.positions }),
    choices('review', say.review, REVIEW_CHOICES, {
      all: say.all,
      due: say.review_due,
      '7d': say.review_7d,
      '14d': say.review_14d,
      '30d': say.review_30d,
      '180d': say.review_180d,
      '360d': say.review_360d,
      recorded: say.review_recorded,
      before: say.review_before,
      not_due: say.review_not_due,
    }),
  ];
}

/** The sorts of the server and what they are called. */
export function useSortNames(): readonly { readonly sort: SessionSort; readonly label: string }[] {
  const say = useWords(sessionsWords);
  const names: Readonly<Record<SessionSort, string>> = {
    priority: say.priority,
    entry_date: say.entryDate,
    next_review_at: say.reviewDate,
    lowest_volume_trade_date: say.groundDay,
    ended_at: say.endedAt,
    cyq_spread_ratio: say.spread,
    fundamental_score: say.score,
    close_vs_entry_pct: say.vsEntry,
    circulating_market_cap_yi: say.cap,
  };
  return SORTS.map((sort) => ({ sort, label: names[sort] }));
}
