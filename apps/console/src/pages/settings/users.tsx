import { Button, Modal, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { useMorePages } from '../../api/more-pages';
import { type Column, DenseTable } from '../../parts/dense-table';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { MIN_PASSWORD_LENGTH } from './own-password';
import { settingsMessages } from './settings-messages';
import styles from './settings.module.css';

type Account = Schemas['AccountResponse'];

const PAGE = 200;
const ROLES = ['user', 'admin'] as const;
/** Stays an enabled administrator: the server sees to it. */
const FIRST_ADMINISTRATOR = 1;

/** Who may sign in, for administrators. */
export function Users(): ReactNode {
  const t = useMessages(settingsMessages);
  const [settingPassword, setSettingPassword] = useState<Account>();
  const columns = useUserColumns(setSettingPassword);
  const users = useMorePages({ queryKey: ['users'], read: readUsers });
  return (
    <>
      <NewUser />
      <Panel title={t.users}>
        {users.pages === undefined && users.error === null && <Loading />}
        {users.error !== null && <FailureNote error={users.error} onRetry={users.again} />}
        {users.pages !== undefined && (
          <DenseTable
            caption={t.users}
            columns={columns}
            rows={users.pages.flatMap(({ items }) => items)}
            rowKey={({ id }) => id}
          />
        )}
        {users.hasNextPage && (
          <Button variant="subtle" loading={users.isFetchingNextPage} onClick={users.more}>
            {t.moreUsers}
          </Button>
        )}
      </Panel>
      {settingPassword !== undefined && (
        <PasswordBox account={settingPassword} onLeave={() => setSettingPassword(undefined)} />
      )}
    </>
  );
}

/** Changes of a user, each with one undo. */
function useUserWrites(): {
  changeRole: (account: Account, to: Account['role']) => void;
  setDisabled: (account: Account, disabled: boolean) => void;
} {
  const t = useMessages(settingsMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const change = (id: number, body: Schemas['UpdateUserRequest']): Promise<unknown> =>
    readData(api.PATCH('/api/admin/users/{id}', { params: { path: { id } }, body })).finally(() =>
      queries.invalidateQueries({ queryKey: ['users'] }),
    );
  const changeRole = ({ id, username, role }: Account, to: Account['role']): void => {
    change(id, { role: to }).then(
      () => notices.done(t.roleChanged(username, t[to]), () => change(id, { role })),
      notices.failed,
    );
  };
  const setDisabled = ({ id, username }: Account, disabled: boolean): void => {
    change(id, { disabled }).then(
      () =>
        notices.done(disabled ? t.userDisabled(username) : t.userEnabled(username), () =>
          change(id, { disabled: !disabled }),
        ),
      notices.failed,
    );
  };
  return { changeRole, setDisabled };
}

function useUserColumns(onPassword: (account: Account) => void): Column<Account>[] {
  const t = useMessages(settingsMessages);
  const formats = useFormats();
  const { changeRole, setDisabled } = useUserWrites();
  return [
    { key: 'name', head: t.username, cell: ({ username }) => username },
    {
      key: 'role',
      head: t.role,
      cell: (account) =>
        account.id === FIRST_ADMINISTRATOR ? (
          <span title={t.firstUser}>{t[account.role]}</span>
        ) : (
          <NativeSelect
            aria-label={t.roleOf(account.username)}
            value={account.role}
            data={ROLES.map((role) => ({ value: role, label: t[role] }))}
            onChange={({ currentTarget: { value } }) => {
              const role = ROLES.find((one) => one === value);
              if (role !== undefined) changeRole(account, role);
            }}
          />
        ),
    },
    {
      key: 'state',
      head: t.userState,
      cell: ({ disabled }) => (disabled ? `⊘ ${t.disabled}` : t.enabled),
    },
    {
      key: 'made',
      head: t.keyCreated,
      numeric: true,
      wideOnly: true,
      cell: ({ createdAt }) => formats.instant(createdAt),
    },
    {
      key: 'actions',
      head: '',
      cell: (account) => (
        <div className={styles.actions}>
          {account.id !== FIRST_ADMINISTRATOR && (
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`${account.disabled ? t.enable : t.disable} ${account.username}`}
              onClick={() => setDisabled(account, !account.disabled)}
            >
              {account.disabled ? t.enable : t.disable}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`${t.setPassword} ${account.username}`}
            onClick={() => onPassword(account)}
          >
            {t.setPassword}
          </Button>
        </div>
      ),
    },
  ];
}

async function readUsers(
  offset: number,
): Promise<Schemas['AccountListResponse'] & { pagination: Schemas['PaginationResponse'] }> {
  const response = await readData(api.GET('/api/admin/users', { params: { query: { limit: PAGE, offset } } }));
  const { items, total } = response;
  const hasMore = offset + items.length < total;
  return { ...response, pagination: { total, limit: PAGE, offset, hasMore } };
}

function NewUser(): ReactNode {
  const t = useMessages(settingsMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<Account['role']>('user');
  const create = useMutation({
    mutationFn: () => readData(api.POST('/api/admin/users', { body: { username: username.trim(), password, role } })),
    onSuccess: (account) => {
      notices.done(t.userCreated(account.username));
      setUsername('');
      setPassword('');
      return queries.invalidateQueries({ queryKey: ['users'] });
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Panel title={t.createUser}>
      <form className={`${styles.line} ${styles.above}`} onSubmit={submit}>
        <TextInput
          label={t.username}
          autoComplete="off"
          maxLength={64}
          value={username}
          onChange={({ currentTarget: { value } }) => setUsername(value)}
        />
        <PasswordInput
          className={styles.note}
          label={t.firstPassword}
          placeholder={t.newPasswordHint}
          autoComplete="new-password"
          value={password}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
        />
        <NativeSelect
          label={t.role}
          value={role}
          data={ROLES.map((one) => ({ value: one, label: t[one] }))}
          onChange={({ currentTarget: { value } }) => setRole(ROLES.find((one) => one === value) ?? 'user')}
        />
        <Button
          type="submit"
          loading={create.isPending}
          disabled={username.trim() === '' || password.length < MIN_PASSWORD_LENGTH}
        >
          {t.createUser}
        </Button>
      </form>
      {create.isError && <FailureNote error={create.error} />}
    </Panel>
  );
}

function PasswordBox({ account, onLeave }: { account: Account; onLeave: () => void }): ReactNode {
  const t = useMessages(settingsMessages);
  const notices = useNotices();
  const [password, setPassword] = useState('');
  const { id, username } = account;
  const set = useMutation({
    mutationFn: () => readData(api.PATCH('/api/admin/users/{id}', { params: { path: { id } }, body: { password } })),
    onSuccess: () => {
      notices.done(t.passwordSet(username));
      onLeave();
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    set.mutate();
  };
  return (
    <Modal opened onClose={onLeave} title={t.setPasswordOf(username)} closeButtonProps={{ 'aria-label': t.close }}>
      <form className={styles.dialog} onSubmit={submit}>
        <p>{t.setPasswordEnds}</p>
        <PasswordInput
          data-autofocus
          label={t.newPassword}
          description={t.newPasswordHint}
          descriptionProps={{ fz: 'xs' }}
          autoComplete="new-password"
          value={password}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
        />
        {set.isError && <FailureNote error={set.error} />}
        <div className={styles.actions}>
          <Button variant="default" onClick={onLeave}>
            {t.cancel}
          </Button>
          <Button type="submit" disabled={password.length < MIN_PASSWORD_LENGTH} loading={set.isPending}>
            {t.setPassword}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
