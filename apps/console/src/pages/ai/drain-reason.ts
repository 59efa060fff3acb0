const KNOWN = {
  'nothing was missing any more': 'nothingMissing',
  'an error of the program': 'programError',
  session_closed: 'session_closed',
  no_market_data: 'no_market_data',
  ai_failed: 'ai_failed',
  ai_not_configured: 'ai_not_configured',
} as const;

/** Reasons that have words here: sentences of the server, and the codes of its errors. */
type KnownReason = (typeof KNOWN)[keyof typeof KNOWN];

/** Why a session was skipped or failed, in the words of `messages`; the server's sentence if its code is not known. */
export function drainReason(reason: string, t: Readonly<Record<KnownReason, string>>): string {
  const [, code = reason, sentence = reason] = /^([a-z_]+): (.*)$/s.exec(reason) ?? [];
  return code in KNOWN ? t[KNOWN[code as keyof typeof KNOWN]] : sentence;
}
