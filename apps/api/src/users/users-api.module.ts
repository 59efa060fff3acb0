import { Module } from '@nestjs/common';
import { AccountsModule } from '#lib/accounts';
import { UsersController } from './users.controller';

@Module({ imports: [AccountsModule], controllers: [UsersController] })
export class UsersApiModule {}
