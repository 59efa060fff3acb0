/** This part of the listed stocks that were not suspended must have come, and of limit prices and factors for the bars. */
export const ENOUGH = 0.95;
