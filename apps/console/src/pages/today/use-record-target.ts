import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { barsQuery } from '../../chart/chart-bars';
import { freeDays, freeWeeks, missingDays, missingWeeks } from '../../records/record-days';
import { getDay } from '../../records/record-calls';
import { type RecordTarget, findReviewTarget } from './review-draft';
import type { Tab } from './today-work';

export interface TargetChoice {
  /** Undefined until session and bars have come. */
  readonly target: RecordTarget | undefined;
  /** The days or weeks before and after; undefined at an end. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
  readonly move: (day: string) => void;
  /** What is asked for next once `day` is written: undefined if nothing recent is missing any more. */
  readonly missingAfter: (day: string) => string | undefined;
}

/**
 * Which record the form of a row is about. The lists of missing records begin with the oldest missing day or week of those that
 * they are there for (the last 10 days, 8 weeks); every day or week since the entry can be stepped to. The other lists are
 * about the last day.
 */
export function useRecordTarget(tab: Tab, detail: Schemas['SessionDetailResponse'] | undefined): TargetChoice {
  const { today } = useConsoleState();
  const kind = tab === 'weekly' ? 'weekly' : 'daily';
  const asksForGaps = tab === 'daily' || tab === 'weekly';
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const session = detail?.session;
  const { data } = useQuery({
    ...barsQuery(session?.code ?? '', kind === 'weekly' ? 'week' : 'day'),
    enabled: asksForGaps && session !== undefined,
  });
  if (detail === undefined || session === undefined) return NOTHING;
  if (!asksForGaps) return { ...NOTHING, target: findReviewTarget(detail, today) };
  if (data === undefined) return NOTHING;
  const { bars } = data;
  const days = { entryDate: session.entryDate, today, tradingToday: false };
  const taken = (kind === 'daily' ? detail.dailyRows : detail.weeklyRows).map(getDay);
  const asked = kind === 'daily' ? missingDays(bars, taken, days) : missingWeeks(bars, taken, days);
  const all = (kind === 'daily' ? freeDays(bars, [], days) : freeWeeks(bars, [], days)).reverse();
  const key = `${session.id}/${kind}`;
  const day = chosen[key] ?? asked.at(-1) ?? all.at(-1) ?? today;
  return {
    target: { kind, day },
    previous: all.findLast((one) => one < day),
    next: all.find((one) => one > day),
    move: (to) => setChosen((before) => ({ ...before, [key]: to })),
    missingAfter: (written) => asked.toReversed().find((one) => one > written),
  };
}

const NOTHING: TargetChoice = {
  target: undefined,
  previous: undefined,
  next: undefined,
  move: () => undefined,
  missingAfter: () => undefined,
};
