import { Module } from '@nestjs/common';
import { AccountsModule } from '#lib/accounts';
import { HttpModule } from '../http/http.module';
import { ApiKeysController } from './api-keys.controller';
import { AuthController } from './auth.controller';
import { LoginMetrics } from './login-metrics';
import { UserSettingsController } from './user-settings.controller';

@Module({
  imports: [AccountsModule, HttpModule],
  controllers: [AuthController, ApiKeysController, UserSettingsController],
  providers: [LoginMetrics],
})
export class AuthModule {}
