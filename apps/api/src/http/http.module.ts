import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { AccountsModule } from '#lib/accounts';
import { RateLimitsModule } from '#lib/rate-limits';
import { ApiKeyStrategy } from './access/api-key.strategy';
import { CredentialGuard } from './access/credential.guard';
import { LoginTokenStrategy } from './access/login-token.strategy';
import { LoginTokens } from './access/login-tokens';
import { RoleGuard } from './access/role.guard';
import { RouteList } from './access/route-list';
import { ErrorFilter } from './error.filter';
import { HandlerInterceptor } from './handler.interceptor';
import { InputGuard } from './input.guard';
import { HeavyReads } from './limits/heavy-reads';
import { HeldOpenGuard } from './limits/held-open.guard';
import { RequestLimitGuard } from './limits/request-limit.guard';
import { RequestLimits } from './limits/request-limits';
import { StrictValidationPipe } from './strict-validation.pipe';

/** What every route goes through, in this order: guards, the last of which checks input; pipes, envelope; the filter around all. */
@Module({
  imports: [AccountsModule, RateLimitsModule, DiscoveryModule, PassportModule, JwtModule.register({})],
  providers: [
    LoginTokens,
    LoginTokenStrategy,
    ApiKeyStrategy,
    RouteList,
    RequestLimits,
    HeavyReads,
    { provide: APP_GUARD, useClass: CredentialGuard },
    { provide: APP_GUARD, useClass: RequestLimitGuard },
    { provide: APP_GUARD, useClass: RoleGuard },
    { provide: APP_GUARD, useClass: HeldOpenGuard },
    { provide: APP_GUARD, useClass: InputGuard },
    { provide: APP_INTERCEPTOR, useClass: HandlerInterceptor },
    { provide: APP_PIPE, useClass: StrictValidationPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [LoginTokens, RequestLimits, HeavyReads],
})
export class HttpModule {}
