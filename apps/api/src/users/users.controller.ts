import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { UsersService } from '#lib/accounts';
import { AppError } from '#lib/kernel';
import { Administrator, ApiEnvelope, PathId } from '../http';
import { OwnListQuery } from '../http/own-list.query';
import { AccountListResponse, accountResponse, AccountResponse } from './users.responses';
import { CreateUserRequest, UpdateUserRequest } from './users.requests';

@ApiTags('users')
@Controller('/api/admin/users')
@Administrator({ keyHeader: true })
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @ApiOperation({ summary: 'The people who may sign in' })
  @ApiEnvelope(AccountListResponse)
  async list(@Query() page: OwnListQuery): Promise<AccountListResponse> {
    const { items, total } = await this.users.page(page);
    return { items: items.map(accountResponse), total };
  }

  @Post()
  @Administrator({ keyHeader: true, loginOnly: true })
  @ApiOperation({ summary: 'Add a user' })
  @ApiEnvelope(AccountResponse, { errors: { 409: 'username_taken: there is a user of that name already' } })
  async create(@Body() body: CreateUserRequest): Promise<AccountResponse> {
    return accountResponse(await this.users.create(body));
  }

  @Patch(':id')
  @Administrator({ keyHeader: true, loginOnly: true })
  @ApiOperation({ summary: 'Change role or password of a user, or disable him; all fields apply or none does' })
  @ApiEnvelope(AccountResponse, { errors: { 409: 'administrator_needed: user id 1 stays an enabled administrator' } })
  async update(
    @PathId('id') id: number,
    @Body() { role, disabled, password }: UpdateUserRequest,
  ): Promise<AccountResponse> {
    if (role === undefined && disabled === undefined && password === undefined) {
      throw AppError.invalid('nothing to change: send at least one of role, disabled, password');
    }
    return accountResponse(await this.users.update(id, { role, disabled, password }));
  }
}
