export type { UserRole } from './domain/user';
export { CreateAccounts1763600000200 } from './persistence/1763600000200-create-accounts';
