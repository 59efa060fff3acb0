import type { Command } from 'commander';
import { Option } from 'commander';
import { generatePassword, type UserRole, UsersService } from '#lib/accounts';
import type { CommandContext } from './command-context';
import type { Column } from './table';

type UserView = Awaited<ReturnType<UsersService['list']>>[number];

const COLUMNS: readonly Column<UserView>[] = [
  { title: 'id', align: 'right', cell: (user) => String(user.id) },
  { title: 'username', cell: (user) => user.username },
  { title: 'role', cell: (user) => user.role },
  { title: 'created', cell: (user) => user.createdAt.toISOString().slice(0, 10) },
  { title: 'disabled', cell: (user) => user.disabledAt?.toISOString().slice(0, 10) ?? '' },
];

/** `users …`: the people who may sign in. */
export function addUsersCommands(program: Command, context: CommandContext): void {
  const users = program.command('users').description('the people who may sign in');

  users
    .command('create <username>')
    .description('create a user with a new random password, which is shown once')
    .addOption(new Option('--role <role>', 'what the user may do').choices(['user', 'admin']).default('user'))
    .action((username: string, { role }: { role: UserRole }) =>
      context.withSession(async (session) => {
        const password = generatePassword();
        const user = await session.get(UsersService).create({ username, password, role });
        context.output.result(
          { id: user.id, username: user.username, role: user.role, password },
          (created) => `${created.username} (${created.role}) has the password ${password}; it is not shown again.`,
        );
      }),
    );

  users
    .command('list')
    .description('list all users')
    .action(() =>
      context.withSession(async (session) =>
        context.output.table(await session.get(UsersService).list(), COLUMNS, 'There are no users.'),
      ),
    );

  users
    .command('disable <username>')
    .description('end a user’s logins and keys')
    .option('--undo', 'let a disabled user in again')
    .action((username: string, { undo = false }: { undo?: boolean }) =>
      context.withSession(async (session) => {
        const user = await session.get(UsersService).setDisabled(username, !undo);
        context.output.result(user, () => `${user.username} is ${undo ? 'enabled' : 'disabled'}.`);
      }),
    );

  users
    .command('reset-password <username>')
    .description('give a user a new random password, which is shown once, and end his logins')
    .action((username: string) =>
      context.withSession(async (session) => {
        const password = await session.get(UsersService).resetPassword(username);
        context.output.result(
          { username, password },
          () => `${username} has the new password ${password}; it is not shown again.`,
        );
      }),
    );
}
