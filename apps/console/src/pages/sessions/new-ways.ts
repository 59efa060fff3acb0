export const NEW_WAYS = ['one', 'pasted', 'holdings'] as const;

/** How a session is opened from this page; `new=` in the address. */
export type NewWay = (typeof NEW_WAYS)[number];
