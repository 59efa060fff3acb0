export const USER_ROLES = ['admin', 'user'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** The first user. Its personal API keys alone may use the contract's authenticated routes. */
export const ADMINISTRATOR_ID = 1;

/** The user of a valid credential. */
export interface Identity {
  userId: number;
  username: string;
  role: UserRole;
}

/** What an administrator may change of a user; a missing field stays as it is. */
export interface UserChange {
  role?: UserRole | undefined;
  disabled?: boolean | undefined;
  password?: string | undefined;
}
