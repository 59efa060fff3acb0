import { type Command, Option } from 'commander';
import {
  ADMINISTRATOR_ID,
  ApiKeysService,
  DEFAULT_KEY_SCOPES,
  KEY_SCOPES,
  type KeyScope,
  type UserView,
  UsersService,
} from '#lib/accounts';
import { AppError } from '#lib/kernel';
import type { CommandContext } from './command-context';
import type { Session } from './session';
import type { Column } from './table';
import { ACCOUNTS_MESSAGES } from './messages/accounts.messages';

type ApiKeyView = Awaited<ReturnType<ApiKeysService['list']>>[number];

/** The columns of a date hold an integer of days, and a key of a century is as good as one for ever. */
const LONGEST_DAYS = 36_500;

interface OwnerOption {
  user?: string;
}

/** `api-keys …`: personal keys for scripts. Without `--user` they are the administrator's. */
export function addApiKeysCommands(program: Command, context: CommandContext): void {
  const words = context.words(ACCOUNTS_MESSAGES);
  const { read } = context;
  const keys = program.command('api-keys').description(words.keys);

  keys
    .command('create')
    .description(words.createKey)
    .argument('<name>', words.keyName, read.keyName)
    .option('--user <username>', words.owner)
    .option('--expires-in-days <days>', words.expires, read.within(1, LONGEST_DAYS))
    .addOption(new Option('--scopes <scopes...>', words.scopes).choices(KEY_SCOPES).default(DEFAULT_KEY_SCOPES))
    .action((name: string, options: OwnerOption & { expiresInDays?: number; scopes: KeyScope[] }) =>
      context.withSession(async (session) => {
        const owner = await findOwner(session, options);
        const { expiresInDays, scopes } = options;
        const key = await session.get(ApiKeysService).create(owner.id, { name, expiresInDays, scopes });
        context.output.result(key, () => words.keyCreated(key.key, key.name, key.id));
      }),
    );

  keys
    .command('list')
    .description(words.listKeys)
    .option('--user <username>', words.owner)
    .action((options: OwnerOption) =>
      context.withSession(async (session) => {
        const owner = await findOwner(session, options);
        const list = await session.get(ApiKeysService).list(owner.id);
        context.output.table(list, columnsIn(context), words.noKeys(owner.username));
      }),
    );

  keys
    .command('revoke')
    .description(words.revoke)
    .argument('<id>', words.keyId, read.count)
    .option('--user <username>', words.owner)
    .action((id: number, options: OwnerOption) =>
      context.withSession(async (session) => {
        const owner = await findOwner(session, options);
        const key = await session.get(ApiKeysService).revoke(owner.id, id);
        context.output.result(key, () => words.revoked(key.name, key.id));
      }),
    );
}

async function findOwner(session: Session, { user }: OwnerOption): Promise<UserView> {
  const users = session.get(UsersService);
  if (user !== undefined) return users.getByUsername(user);
  const administrator = (await users.list()).find(({ id }) => id === ADMINISTRATOR_ID);
  if (administrator === undefined) throw AppError.notFound('there is no such user', undefined, { resource: 'user' });
  return administrator;
}

function columnsIn(context: CommandContext): Column<ApiKeyView>[] {
  const words = context.words(ACCOUNTS_MESSAGES);
  return [
    { title: words.id, align: 'right', cell: (key) => String(key.id) },
    { title: words.nameTitle, cell: (key) => key.name },
    { title: words.keyTitle, cell: (key) => `${key.prefix}…` },
    { title: words.scopesTitle, cell: (key) => key.scopes.join(',') },
    { title: words.createdTitle, cell: (key) => formatDay(key.createdAt) },
    { title: words.lastUsedTitle, cell: (key) => formatDay(key.lastUsedAt) },
    { title: words.expiresTitle, cell: (key) => formatDay(key.expiresAt) },
    { title: words.revokedTitle, cell: (key) => formatDay(key.revokedAt) },
  ];
}

function formatDay(instant: Date | null): string {
  return instant?.toISOString().slice(0, 10) ?? '';
}
