import { type Command, Option } from 'commander';
import { generatePassword, type UserRole, UsersService, type UserView } from '#lib/accounts';
import type { CommandContext } from './command-context';
import type { Column } from './table';
import { ACCOUNTS_MESSAGES } from './messages/accounts.messages';

/** `users …`: the people who may sign in. */
export function addUsersCommands(program: Command, context: CommandContext): void {
  const words = context.words(ACCOUNTS_MESSAGES);
  const users = program.command('users').description(words.users);

  users
    .command('create')
    .description(words.create)
    .argument('<username>', words.username)
    .addOption(new Option('--role <role>', words.role).choices(['user', 'admin']).default('user'))
    .action((username: string, { role }: { role: UserRole }) =>
      context.withSession(async (session) => {
        const password = generatePassword();
        const user = await session.get(UsersService).create({ username, password, role });
        context.output.result({ id: user.id, username: user.username, role: user.role, password }, (created) =>
          words.created(created.username, words[created.role], password),
        );
      }),
    );

  users
    .command('list')
    .description(words.list)
    .action(() =>
      context.withSession(async (session) =>
        context.output.table(await session.get(UsersService).list(), columnsIn(context), words.noUsers),
      ),
    );

  users
    .command('disable')
    .description(words.disable)
    .argument('<username>', words.username)
    .option('--undo', words.undo)
    .action((username: string, { undo = false }: { undo?: boolean }) =>
      context.withSession(async (session) => {
        const user = await session.get(UsersService).setDisabled(username, !undo);
        context.output.result(user, () => (undo ? words.enabled(user.username) : words.disabled(user.username)));
      }),
    );

  users
    .command('reset-password')
    .description(words.resetPassword)
    .argument('<username>', words.username)
    .action((username: string) =>
      context.withSession(async (session) => {
        const password = await session.get(UsersService).resetPassword(username);
        context.output.result({ username, password }, () => words.newPassword(username, password));
      }),
    );
}

function columnsIn(context: CommandContext): Column<UserView>[] {
  const words = context.words(ACCOUNTS_MESSAGES);
  return [
    { title: words.id, align: 'right', cell: (user) => String(user.id) },
    { title: words.usernameTitle, cell: (user) => user.username },
    { title: words.roleTitle, cell: (user) => words[user.role] },
    { title: words.createdTitle, cell: (user) => user.createdAt.toISOString().slice(0, 10) },
    { title: words.disabledTitle, cell: (user) => user.disabledAt?.toISOString().slice(0, 10) ?? '' },
  ];
}
