import type { Outgoing } from '#lib/notifications/testing';

/** The world of an attempt that may reach these hosts of this machine. */
export function fakeWorld(allowHosts: readonly string[], changes: Partial<Outgoing> = {}): Outgoing {
  return { now: Date.now, allowHosts, allowCidrs: [], signal: new AbortController().signal, ...changes };
}
