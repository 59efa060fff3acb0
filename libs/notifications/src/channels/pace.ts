import type { Sending } from './channel';
import { CHANNELS } from './channels';
import type { ChannelKind } from '../domain/channel-kind';
import type { Pace } from './paces';

/** The limits of a kind, per channel. */
export function paceOf(kind: ChannelKind): Pace {
  return CHANNELS[kind].pace;
}

/** How many requests a message takes, 1 to 3: as many tokens of each limit. */
export function countParts(kind: ChannelKind, sending: Sending): number {
  return CHANNELS[kind].countParts(sending);
}

/** @returns seconds to wait after so many rate refusals in a row (1 for the first). */
export function refusalWaitSeconds(kind: ChannelKind, refusals: number): number {
  const waits = paceOf(kind).refusalSeconds;
  return waits[Math.min(Math.max(refusals, 1), waits.length) - 1] ?? 60;
}

const MINUTE_MS = 60_000;

/**
 * How much later than `nowMs` a message should start.
 * @param random From 0 to 1, drawn by the caller.
 * @returns ms; 0 outside of the minutes :00 and :30, and for kinds without a shift.
 */
export function startShiftMs(kind: ChannelKind, nowMs: number, random: number): number {
  // Offsets of time zones that matter here are whole half hours.
  const isBusy = Math.floor(nowMs / MINUTE_MS) % 30 === 0;
  return isBusy ? Math.floor(random * paceOf(kind).shiftSeconds * 1000) : 0;
}
