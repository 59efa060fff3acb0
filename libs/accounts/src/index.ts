export { AccountsModule } from './accounts.module';
export { ensureAdministrator } from './administrator';
export { looksLikeApiKey } from './api-key-secret';
export { ApiKeysService } from './api-keys.service';
export { ADMINISTRATOR_ID } from './domain/user';
export type { Identity, UserRole } from './domain/user';
export { LoginsService } from './logins.service';
export { CreateAccounts1763600000200 } from './persistence/1763600000200-create-accounts';
export { UsersService } from './users.service';
