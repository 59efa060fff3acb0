import { Module } from '@nestjs/common';
import { ApiKeysService } from './api-keys.service';
import { CalendarKeysService } from './calendar-keys.service';
import { LoginAttemptsService } from './login-attempts.service';
import { LoginsService } from './logins.service';
import { UserSettingsService } from './user-settings.service';
import { UsersService } from './users.service';

/** Users, their logins and their personal API keys. Needs the global database module. */
@Module({
  providers: [
    UsersService,
    LoginAttemptsService,
    LoginsService,
    ApiKeysService,
    CalendarKeysService,
    UserSettingsService,
  ],
  exports: [UsersService, LoginsService, ApiKeysService, CalendarKeysService, UserSettingsService],
})
export class AccountsModule {}
