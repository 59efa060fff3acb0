import { Button, Checkbox, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { useUser } from '../../api/console-state';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { NewKeyBox } from './new-key-box';
import { settingsMessages } from './settings-messages';
import styles from './settings.module.css';

type Key = Schemas['ApiKeyResponse'];
type Scope = Key['scopes'][number];

const DEFAULT_SCOPES: readonly Scope[] = ['read', 'write'];

const LIFETIMES = [30, 90, 365] as const;
/** The user whose keys may do all that the contract lets keys do. */
const OWNER = 1;

/** The own API keys: made, shown once, listed, revoked for good. */
export function ApiKeys(): ReactNode {
  const t = useMessages(settingsMessages);
  const [shown, setShown] = useState<string>();
  const [revoking, setRevoking] = useState<Key>();
  const columns = useKeyColumns(setRevoking);
  const keys = useQuery({ queryKey: ['api-keys'], queryFn: () => readData(api.GET('/api/auth/api-keys')) });
  return (
    <>
      <NewKeyForm onCreated={setShown} />
      <Panel title={t.keys}>
        {keys.isPending && <Loading />}
        {keys.isError && <FailureNote error={keys.error} onRetry={() => void keys.refetch()} />}
        {keys.data?.items.length === 0 && <EmptyNote>{t.noKeys}</EmptyNote>}
        {keys.data !== undefined && keys.data.items.length > 0 && (
          <DenseTable caption={t.keys} columns={columns} rows={keys.data.items} rowKey={({ id }) => id} />
        )}
      </Panel>
      {shown !== undefined && <NewKeyBox value={shown} onLeave={() => setShown(undefined)} />}
      {revoking !== undefined && <RevokeBox apiKey={revoking} onLeave={() => setRevoking(undefined)} />}
    </>
  );
}

function useScopeNames(): Readonly<Record<Scope, string>> {
  const t = useMessages(settingsMessages);
  return { read: t.read, write: t.write, admin: t.scopeAdmin };
}

/** @param onCreated Called with the key itself, which is shown this once. */
function NewKeyForm({ onCreated }: { onCreated: (key: string) => void }): ReactNode {
  const t = useMessages(settingsMessages);
  const user = useUser();
  const queries = useQueryClient();
  const scopeNames = useScopeNames();
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState('90');
  const [scopes, setScopes] = useState<readonly Scope[]>(DEFAULT_SCOPES);
  const create = useMutation({
    mutationFn: () =>
      readData(
        api.POST('/api/auth/api-keys', {
          body: {
            name: name.trim(),
            expires_in_days: lifetime === '' ? null : Number(lifetime),
            scopes: [...scopes],
          },
        }),
      ),
    onSuccess: ({ key }) => {
      setName('');
      setScopes(DEFAULT_SCOPES);
      onCreated(key);
      return queries.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (name.trim() !== '' && scopes.length > 0) create.mutate();
  };
  const offered: readonly Scope[] = user.id === OWNER ? ['read', 'write', 'admin'] : DEFAULT_SCOPES;
  return (
    <Panel title={t.createKey}>
      <form className={`${styles.line} ${styles.above}`} onSubmit={submit}>
        <TextInput
          className={styles.grows}
          label={t.keyName}
          placeholder={t.keyNameHint}
          maxLength={100}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <NativeSelect
          label={t.keyExpiry}
          value={lifetime}
          onChange={({ currentTarget: { value } }) => setLifetime(value)}
          data={[
            ...LIFETIMES.map((days) => ({ value: String(days), label: t.days(days) })),
            { value: '', label: t.forEver },
          ]}
        />
        <Checkbox.Group
          label={t.keyScopes}
          value={[...scopes]}
          onChange={(chosen) => setScopes(offered.filter((scope) => chosen.includes(scope)))}
        >
          <Group gap="md" h={36}>
            {offered.map((scope) => (
              <Checkbox key={scope} value={scope} label={scopeNames[scope]} />
            ))}
          </Group>
        </Checkbox.Group>
        <Button type="submit" disabled={name.trim() === '' || scopes.length === 0} loading={create.isPending}>
          {t.createKey}
        </Button>
      </form>
      <p className={styles.quiet}>{user.id === OWNER ? t.keysMayOwner : t.keysMay}</p>
      {create.isError && <FailureNote error={create.error} />}
    </Panel>
  );
}

function useKeyColumns(onRevoke: (key: Key) => void): Column<Key>[] {
  const t = useMessages(settingsMessages);
  const formats = useFormats();
  const scopeNames = useScopeNames();
  const whenOr = (instant: string | null, otherwise: string): string =>
    instant === null ? otherwise : formats.instant(instant);
  return [
    { key: 'name', head: t.keyName, cell: (key) => key.name },
    { key: 'prefix', head: t.keyPrefix, cell: (key) => <span className="code">{key.prefix}…</span> },
    { key: 'scopes', head: t.keyScopes, cell: (key) => key.scopes.map((scope) => scopeNames[scope]).join(' · ') },
    { key: 'state', head: t.keyState, cell: (key) => t[getState(key)] },
    { key: 'used', head: t.keyLastUsed, numeric: true, cell: (key) => whenOr(key.lastUsedAt, t.never) },
    { key: 'expires', head: t.keyExpires, numeric: true, cell: (key) => whenOr(key.expiresAt, t.forEver) },
    { key: 'made', head: t.keyCreated, numeric: true, wideOnly: true, cell: (key) => formats.instant(key.createdAt) },
    {
      key: 'actions',
      head: '',
      cell: (key) =>
        key.revokedAt === null && (
          <div className={styles.actions}>
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => onRevoke(key)}
              aria-label={`${t.revoke} ${key.name}`}
            >
              {t.revoke}
            </Button>
          </div>
        ),
    },
  ];
}

function getState({ revokedAt, expiresAt }: Key): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active';
}

/** A revoked key never comes back: its name is typed first. */
function RevokeBox({ apiKey, onLeave }: { apiKey: Key; onLeave: () => void }): ReactNode {
  const t = useMessages(settingsMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const { id, name } = apiKey;
  const revoke = useMutation({
    mutationFn: () => readData(api.DELETE('/api/auth/api-keys/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      notices.done(t.keyRevoked(name));
      onLeave();
      return queries.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  return (
    <Modal opened onClose={onLeave} title={t.revokeTitle} closeButtonProps={{ 'aria-label': t.close }}>
      <div className={styles.dialog}>
        <p>{t.revokeWarns(name)}</p>
        <TextInput
          data-autofocus
          label={t.typeToConfirm(name)}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        {revoke.isError && <FailureNote error={revoke.error} />}
        <div className={styles.actions}>
          <Button variant="default" onClick={onLeave}>
            {t.cancel}
          </Button>
          <Button disabled={typed.trim() !== name} loading={revoke.isPending} onClick={() => revoke.mutate()}>
            {t.revoke}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
