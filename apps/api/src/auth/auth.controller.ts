import { Body, Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LoginsService } from '#lib/accounts';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { AppError } from '#lib/kernel';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, Public, RateLimited } from '../http';
import { LoginCookie } from '../http/access/login-cookie';
import { LoginTokens } from '../http/access/login-tokens';
import { isForeignPage } from '../http/access/same-origin';
import { clientAddress } from '../http/limits/client-address';
import { LoggedOutResponse, LoginResponse, MeResponse, PasswordChangedResponse } from './auth.responses';
import { LoginMetrics } from './login-metrics';
import { ChangePasswordRequest, LoginRequest } from './auth.requests';

@ApiTags('auth')
@Controller('/api/auth')
export class AuthController {
  private readonly cookie: LoginCookie;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly logins: LoginsService,
    private readonly tokens: LoginTokens,
    private readonly metrics: LoginMetrics,
  ) {
    this.cookie = new LoginCookie(config);
  }

  @Post('login')
  @Public()
  @RateLimited('strict')
  @ApiOperation({ summary: 'Log in: sets the login cookie and returns a token' })
  @ApiEnvelope(LoginResponse, {
    errors: { 401: 'Wrong username or password', 403: 'Sent by a foreign page', 429: 'Too many failed logins' },
  })
  async login(
    @Body() body: LoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoginResponse> {
    // Else a foreign page could sign a visitor in to another user's account and read what they leave there.
    if (isForeignPage(request, this.config.publicUrl)) {
      throw new AppError('forbidden', 'cross_site', 'a login must come from a page of this site, or from a program');
    }
    const { loginId, user, expiresAt } = await this.metrics.count(
      this.logins.start(body.username, body.password, clientAddress(request.ip), this.config.jwtTtlSeconds),
    );
    const token = await this.tokens.sign({ loginId, userId: user.userId, expiresAt });
    this.cookie.set(reply, token, expiresAt);
    return {
      token,
      tokenType: 'Bearer',
      expiresAt,
      user: { id: user.userId, username: user.username, role: user.role },
    };
  }

  @Post('logout')
  @Authenticated({ keys: 'none' })
  @ApiOperation({ summary: 'End this login, its cookie and its token, at once' })
  @ApiEnvelope(LoggedOutResponse)
  async logout(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LoggedOutResponse> {
    if (caller.loginId !== undefined) await this.logins.end(caller.loginId);
    this.cookie.clear(reply);
    return { loggedOut: true };
  }

  @Get('me')
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'Who the credential names' })
  @ApiEnvelope(MeResponse)
  me(@CurrentCaller() caller: Caller): MeResponse {
    const { userId, username, role, credential } = caller;
    return { user: { id: userId, username, role }, credential };
  }

  @Post('password')
  @Authenticated({ keys: 'none' })
  @ApiOperation({ summary: 'Change the own password: ends all logins of the user' })
  @ApiEnvelope(PasswordChangedResponse, { errors: { 429: 'Too many wrong passwords' } })
  async changePassword(
    @CurrentCaller() caller: Caller,
    @Body() body: ChangePasswordRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PasswordChangedResponse> {
    await this.metrics.count(
      this.logins.changePassword(caller, clientAddress(request.ip), body.current_password, body.new_password),
    );
    this.cookie.clear(reply);
    return { changed: true };
  }
}
