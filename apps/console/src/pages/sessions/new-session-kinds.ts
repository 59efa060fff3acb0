export const NEW_SESSION_KINDS = ['one', 'pasted', 'holdings'] as const;

/** How a session is opened from this page; `new=` in the address. */
export type NewSessionKind = (typeof NEW_SESSION_KINDS)[number];
