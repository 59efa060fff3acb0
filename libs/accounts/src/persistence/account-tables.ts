import { CreateAccounts1763600000200 } from './1763600000200-create-accounts';
import { KeepAdministrator1763700000150 } from './1763700000150-keep-administrator';
import { ScopeApiKeys1767000000600 } from './1767000000600-scope-api-keys';
import { CreateUserSettings1770000000062 } from './1770000000062-create-user-settings';
import { CreateCalendarKeys1772200000030 } from './1772200000030-create-calendar-keys';
import { ApiKey } from './api-key.entity';
import { CalendarKey } from './calendar-key.entity';
import { Login } from './login.entity';
import { User } from './user.entity';
import { UserSetting } from './user-setting.entity';

export const ACCOUNT_ENTITIES = [User, Login, ApiKey, UserSetting, CalendarKey];

export const ACCOUNT_MIGRATIONS = [
  CreateAccounts1763600000200,
  KeepAdministrator1763700000150,
  ScopeApiKeys1767000000600,
  CreateUserSettings1770000000062,
  CreateCalendarKeys1772200000030,
];
