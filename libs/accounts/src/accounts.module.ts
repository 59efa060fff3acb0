import { Module } from '@nestjs/common';
import { ApiKeysService } from './api-keys.service';
import { LoginAttemptsService } from './login-attempts.service';
import { LoginsService } from './logins.service';
import { UserSettingsService } from './user-settings.service';
import { UsersService } from './users.service';

/** Users, their logins and their personal API keys. Needs the global database module. */
@Module({
  providers: [UsersService, LoginAttemptsService, LoginsService, ApiKeysService, UserSettingsService],
  exports: [UsersService, LoginsService, ApiKeysService, UserSettingsService],
})
export class AccountsModule {}
