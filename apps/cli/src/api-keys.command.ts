import type { Command } from 'commander';
import { ApiKeysService, UsersService } from '#lib/accounts';
import { countArgument } from './arguments';
import type { CommandContext } from './command-context';
import type { Session } from './session';
import type { Column } from './table';

type ApiKeyView = Awaited<ReturnType<ApiKeysService['list']>>[number];

interface OwnerOption {
  user: string;
}

const COLUMNS: readonly Column<ApiKeyView>[] = [
  { title: 'id', align: 'right', cell: (key) => String(key.id) },
  { title: 'name', cell: (key) => key.name },
  { title: 'key', cell: (key) => `${key.prefix}…` },
  { title: 'created', cell: (key) => dayOf(key.createdAt) },
  { title: 'last used', cell: (key) => dayOf(key.lastUsedAt) },
  { title: 'expires', cell: (key) => dayOf(key.expiresAt) },
  { title: 'revoked', cell: (key) => dayOf(key.revokedAt) },
];

/** `api-keys …`: personal keys for scripts. Without `--user` they are the administrator's. */
export function addApiKeysCommands(program: Command, context: CommandContext, administrator: string): void {
  const keys = program.command('api-keys').description('personal keys for scripts');

  keys
    .command('create <name>')
    .description('create a key, which is shown once')
    .option('--user <username>', 'whose key it is', administrator)
    .option('--expires-in-days <days>', 'days after which it ends; without it lives until it is revoked', countArgument)
    .action((name: string, options: OwnerOption & { expiresInDays?: number }) =>
      context.withSession(async (session) => {
        const owner = await ownerOf(session, options);
        const key = await session.get(ApiKeysService).create(owner, { name, expiresInDays: options.expiresInDays });
        context.output.result(key, () => `${key.key}\nThe key ${key.name} (id ${key.id}) is not shown again.`);
      }),
    );

  keys
    .command('list')
    .description('list the keys of a user')
    .option('--user <username>', 'whose keys', administrator)
    .action((options: OwnerOption) =>
      context.withSession(async (session) => {
        const list = await session.get(ApiKeysService).list(await ownerOf(session, options));
        context.output.table(list, COLUMNS, `${options.user} has no API keys.`);
      }),
    );

  keys
    .command('revoke')
    .description('end a key at once')
    .argument('<id>', 'the number that the list shows', countArgument)
    .option('--user <username>', 'whose key it is', administrator)
    .action((id: number, options: OwnerOption) =>
      context.withSession(async (session) => {
        const key = await session.get(ApiKeysService).revoke(await ownerOf(session, options), id);
        context.output.result(key, () => `The key ${key.name} (id ${key.id}) is revoked.`);
      }),
    );
}

async function ownerOf(session: Session, { user }: OwnerOption): Promise<number> {
  return (await session.get(UsersService).byUsername(user)).id;
}

function dayOf(instant: Date | null): string {
  return instant?.toISOString().slice(0, 10) ?? '';
}
