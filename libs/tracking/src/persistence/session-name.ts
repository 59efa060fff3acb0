/**
 * The name that readers see of a session `s` joined by {@link LISTING_JOIN}: what a person set, else the stock's name of today
 * with its ST or delisting mark, else the session's own for a code that market data don't know.
 */
export const SHOWN_NAME = `case when s.name_set then s.stock_name else coalesce(listing.name, s.stock_name) end`;

/** The name that the session was created with. */
export const CREATED_NAME = 'coalesce(s.created_name, s.stock_name)';

export const LISTING_JOIN = 'left join stock listing on listing.code = s.code';
