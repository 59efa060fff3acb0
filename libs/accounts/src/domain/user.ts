export type UserRole = 'admin' | 'user';

/** The first user. Its personal API keys alone may use the contract's authenticated routes. */
export const ADMINISTRATOR_ID = 1;
