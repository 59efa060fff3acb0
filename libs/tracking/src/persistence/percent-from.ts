/**
 * SQL: whether a price is next to nothing, a billionth of a yuan at most. Any price above 0 may be stored; a quotient of the
 * smallest ones is an error, which would stop the figures of every other stock in the statement.
 */
export const isNextToNothing = (price: string): string => `${price} <= 1e-9`;

/** SQL: percent from one price to another, to two decimals; null where the first is next to nothing. */
export const percentFrom = (from: string, to: string): string =>
  `case when not ${isNextToNothing(from)} then round(((${to} / ${from} - 1) * 100)::numeric, 2)::float8 end`;
