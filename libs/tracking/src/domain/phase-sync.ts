import type { CalendarDay } from '#lib/kernel';
import type { PrimaryPhase } from './vocabulary';

/** The newest live weekly record of a session that has a phase hint. */
export interface LeadWeek {
  weeklyId: number;
  hint: PrimaryPhase;
  /** The last bar that the AI had seen; null on a person's record. */
  dataThrough: CalendarDay | null;
}

/** The session's primary phase, and who set it. */
export interface SessionPhase {
  phase: PrimaryPhase | null;
  origin: 'default' | 'manual' | 'weekly';
  /** The day in Asia/Shanghai on which it was set. */
  setOn: CalendarDay | null;
}

export type PhaseSync =
  | { changed: true; from: PrimaryPhase | null; to: PrimaryPhase; weeklyId: number }
  | { changed: false; blocked: 'manual_phase'; from: PrimaryPhase | null; to: PrimaryPhase; weeklyId: number };

export interface WeeklyWrite {
  /** The records that were written or deleted. */
  writtenIds: readonly number[];
  by: 'person' | 'ai';
  leadBefore: LeadWeek | undefined;
  leadAfter: LeadWeek | undefined;
  session: SessionPhase;
}

/**
 * What a write of a weekly record does to the session's primary phase: it follows the lead week, where a written record
 * is or was the lead. An AI fill leaves a phase alone that a person set on a later day than the lead's data reach.
 * @returns undefined where there is nothing to say.
 */
export function evaluatePhaseSync({
  writtenIds,
  by,
  leadBefore,
  leadAfter,
  session,
}: WeeklyWrite): PhaseSync | undefined {
  if (leadAfter === undefined) return undefined;
  if (!writtenIds.some((id) => id === leadBefore?.weeklyId || id === leadAfter.weeklyId)) return undefined;
  if (leadAfter.hint === session.phase) return undefined;
  const step = { from: session.phase, to: leadAfter.hint, weeklyId: leadAfter.weeklyId };
  const blocked = by === 'ai' && session.origin === 'manual' && setLater(session.setOn, leadAfter.dataThrough);
  return blocked ? { changed: false, blocked: 'manual_phase', ...step } : { changed: true, ...step };
}

function setLater(setOn: CalendarDay | null, dataThrough: CalendarDay | null): boolean {
  return setOn !== null && dataThrough !== null && setOn > dataThrough;
}
