import {
  DIGEST_FAILURES,
  type DigestData,
  type DigestFailure,
  type DigestList,
  type EventData,
  type EventStock,
} from '#lib/events/domain';
import type { PendingEvent } from './pending-event';

/** Lines of a section that are kept; the rest is counted. */
const MOST_NAMED = 10;

/** A session whose review is due, as a digest ranks it. */
export type DueReview = EventData['session.due']['sessions'][number] & { readonly priority: number };

/** An event as a digest reads it. */
export type ToldFact = { [Fact in PendingEvent as Fact['type']]: Pick<Fact, 'type' | 'data'> }[PendingEvent['type']];

/**
 * What a digest tells: of each kind of facts the first ten and their number.
 * @param facts Oldest first; those of `screen.matched` are of the user's rules.
 */
export function gatherDigest(
  about: Pick<DigestData, 'ruleId' | 'userId' | 'day' | 'through' | 'market'>,
  due: readonly DueReview[],
  facts: readonly ToldFact[],
): DigestData {
  const ranked = due
    .toSorted((one, other) => other.priority - one.priority || (one.dueOn < other.dueOn ? -1 : 1))
    .map(({ sessionId, code, stockName, dueOn }) => ({ sessionId, code, stockName, dueOn }));
  return {
    ...about,
    due: { ...firstOf(ranked), overdue: due.filter(({ dueOn }) => dueOn < about.day).length },
    hits: hitsOf(dataOf(facts, 'screen.matched')),
    scans: firstOf(dataOf(facts, 'scan.completed')),
    phases: firstOf(dataOf(facts, 'session.phase_changed')),
    drains: firstOf(dataOf(facts, 'drain.completed')),
    failures: firstOf(facts.filter(isFailure)),
  };
}

function isFailure(fact: ToldFact): fact is DigestFailure {
  return DIGEST_FAILURES.some((type) => type === fact.type);
}

function hitsOf(matches: readonly EventData['screen.matched'][]): DigestList<EventStock & { screenName: string }> {
  const named = matches.flatMap(({ screenName, top }) =>
    top.map(({ code, stockName }) => ({ code, stockName, screenName })),
  );
  return { total: matches.reduce((sum, { fresh }) => sum + fresh, 0), top: named.slice(0, MOST_NAMED) };
}

function firstOf<Item>(items: readonly Item[]): DigestList<Item> {
  return { total: items.length, top: items.slice(0, MOST_NAMED) };
}

function dataOf<Type extends PendingEvent['type']>(facts: readonly ToldFact[], type: Type): EventData[Type][] {
  return facts.filter((fact) => fact.type === type).map(({ data }) => data as EventData[Type]);
}
