import { Button, Modal, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { useMorePages } from '../../api/more-pages';
import { type Column, DenseTable } from '../../parts/dense-table';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { SHORTEST_PASSWORD } from './own-password';
import { settingsWords } from './settings-words';
import styles from './settings.module.css';

type Account = Schemas['AccountResponse'];

const PAGE = 200;
const ROLES = ['user', 'admin'] as const;
/** Stays an enabled administrator: the server sees to it. */
const FIRST_ADMINISTRATOR = 1;

/** Who may sign in, for administrators. */
export function Users(): ReactNode {
  const say = useWords(settingsWords);
  const [settingPassword, setSettingPassword] = useState<Account>();
  const columns = useUserColumns(setSettingPassword);
  const users = useMorePages({ queryKey: ['users'], read: readUsers });
  return (
    <>
      <NewUser />
      <Panel title={say.users}>
        {users.pages === undefined && users.error === null && <Loading />}
        {users.error !== null && <FailureNote error={users.error} onRetry={users.again} />}
        {users.pages !== undefined && (
          <DenseTable
            caption={say.users}
            columns={columns}
            rows={users.pages.flatMap(({ items }) => items)}
            rowKey={({ id }) => id}
          />
        )}
        {users.hasNextPage && (
          <Button variant="subtle" loading={users.isFetchingNextPage} onClick={users.more}>
            {say.moreUsers}
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
  const say = useWords(settingsWords);
  const notices = useNotices();
  const queries = useQueryClient();
  const change = (id: number, body: Schemas['UpdateUserRequest']): Promise<unknown> =>
    dataOf(api.PATCH('/api/admin/users/{id}', { params: { path: { id } }, body })).finally(() =>
      queries.invalidateQueries({ queryKey: ['users'] }),
    );
  const changeRole = ({ id, username, role }: Account, to: Account['role']): void => {
    change(id, { role: to }).then(
      () => notices.done(say.roleChanged(username, say[to]), () => change(id, { role })),
      notices.failed,
    );
  };
  const setDisabled = ({ id, username }: Account, disabled: boolean): void => {
    change(id, { disabled }).then(
      () =>
        notices.done(disabled ? say.userDisabled(username) : say.userEnabled(username), () =>
          change(id, { disabled: !disabled }),
        ),
      notices.failed,
    );
  };
  return { changeRole, setDisabled };
}

function useUserColumns(onPassword: (account: Account) => void): Column<Account>[] {
  const say = useWords(settingsWords);
  const formats = useFormats();
  const { changeRole, setDisabled } = useUserWrites();
  return [
    { key: 'name', head: say.username, cell: ({ username }) => username },
    {
      key: 'role',
      head: say.role,
      cell: (account) =>
        account.id === FIRST_ADMINISTRATOR ? (
          <span title={say.firstUser}>{say[account.role]}</span>
        ) : (
          <NativeSelect
            aria-label={say.roleOf(account.username)}
            value={account.role}
            data={ROLES.map((role) => ({ value: role, label: say[role] }))}
            onChange={({ currentTarget: { value } }) => {
              const role = ROLES.find((one) => one === value);
              if (role !== undefined) changeRole(account, role);
            }}
          />
        ),
    },
    {
      key: 'state',
      head: say.userState,
      cell: ({ disabled }) => (disabled ? `⊘ ${say.disabled}` : say.enabled),
    },
    {
      key: 'made',
      head: say.keyCreated,
      figure: true,
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
              aria-label={`${account.disabled ? say.enable : say.disable} ${account.username}`}
              onClick={() => setDisabled(account, !account.disabled)}
            >
              {account.disabled ? say.enable : say.disable}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`${say.setPassword} ${account.username}`}
            onClick={() => onPassword(account)}
          >
            {say.setPassword}
          </Button>
        </div>
      ),
    },
  ];
}

async function readUsers(
  offset: number,
): Promise<Schemas['AccountListResponse'] & { pagination: Schemas['PaginationResponse'] }> {
  const reply = await dataOf(api.GET('/api/admin/users', { params: { query: { limit: PAGE, offset } } }));
  const { items, total } = reply;
  const hasMore = offset + items.length < total;
  return { ...reply, pagination: { total, limit: PAGE, offset, hasMore } };
}

function NewUser(): ReactNode {
  const say = useWords(settingsWords);
  const notices = useNotices();
  const queries = useQueryClient();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<Account['role']>('user');
  const create = useMutation({
    mutationFn: () => dataOf(api.POST('/api/admin/users', { body: { username: username.trim(), password, role } })),
    onSuccess: (account) => {
      notices.done(say.userCreated(account.username));
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
    <Panel title={say.createUser}>
      <form className={`${styles.line} ${styles.above}`} onSubmit={submit}>
        <TextInput
          label={say.username}
          autoComplete="off"
          maxLength={64}
          value={username}
          onChange={({ currentTarget: { value } }) => setUsername(value)}
        />
        <PasswordInput
          className={styles.note}
          label={say.firstPassword}
          placeholder={say.newPasswordHint}
          autoComplete="new-password"
          value={password}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
        />
        <NativeSelect
          label={say.role}
          value={role}
          data={ROLES.map((one) => ({ value: one, label: say[one] }))}
          onChange={({ currentTarget: { value } }) => setRole(ROLES.find((one) => one === value) ?? 'user')}
        />
        <Button
          type="submit"
          loading={create.isPending}
          disabled={username.trim() === '' || password.length < SHORTEST_PASSWORD}
        >
          {say.createUser}
        </Button>
      </form>
      {create.isError && <FailureNote error={create.error} />}
    </Panel>
  );
}

function PasswordBox({ account, onLeave }: { account: Account; onLeave: () => void }): ReactNode {
  const say = useWords(settingsWords);
  const notices = useNotices();
  const [password, setPassword] = useState('');
  const { id, username } = account;
  const set = useMutation({
    mutationFn: () => dataOf(api.PATCH('/api/admin/users/{id}', { params: { path: { id } }, body: { password } })),
    onSuccess: () => {
      notices.done(say.passwordSet(username));
      onLeave();
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    set.mutate();
  };
  return (
    <Modal opened onClose={onLeave} title={say.setPasswordOf(username)} closeButtonProps={{ 'aria-label': say.close }}>
      <form className={styles.dialog} onSubmit={submit}>
        <p>{say.setPasswordEnds}</p>
        <PasswordInput
          data-autofocus
          label={say.newPassword}
          description={say.newPasswordHint}
          descriptionProps={{ fz: 'xs' }}
          autoComplete="new-password"
          value={password}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
        />
        {set.isError && <FailureNote error={set.error} />}
        <div className={styles.actions}>
          <Button variant="default" onClick={onLeave}>
            {say.cancel}
          </Button>
          <Button type="submit" disabled={password.length < SHORTEST_PASSWORD} loading={set.isPending}>
            {say.setPassword}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
