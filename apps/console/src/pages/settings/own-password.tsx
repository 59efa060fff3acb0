import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { api, readData } from '../../api/client';
import { forgetUser } from '../../api/login';
import { CONSOLE_STATE } from '../../api/queries';
import { FailureNote } from '../../parts/failure-note';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import { settingsMessages } from './settings-messages';
import styles from './settings.module.css';

/** The shortest password that the server takes. */
export const MIN_PASSWORD_LENGTH = 10;

/** Changes the own password, which ends all logins. */
export function OwnPassword(): ReactNode {
  const t = useMessages(settingsMessages);
  const queries = useQueryClient();
  const notices = useNotices();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const change = useMutation({
    mutationFn: () =>
      readData(api.POST('/api/auth/password', { body: { current_password: current, new_password: next } })),
    onSuccess: () => {
      notices.done(t.passwordChanged);
      forgetUser();
      return queries.invalidateQueries({ queryKey: CONSOLE_STATE });
    },
  });
  const differs = again !== '' && again !== next;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Panel title={t.password}>
      <form className={styles.stack} onSubmit={submit}>
        <PasswordInput
          className={styles.wide}
          label={t.currentPassword}
          autoComplete="current-password"
          value={current}
          onChange={({ currentTarget: { value } }) => setCurrent(value)}
        />
        <PasswordInput
          className={styles.wide}
          label={t.newPassword}
          description={t.newPasswordHint}
          descriptionProps={{ fz: 'xs' }}
          autoComplete="new-password"
          value={next}
          onChange={({ currentTarget: { value } }) => setNext(value)}
        />
        <PasswordInput
          className={styles.wide}
          label={t.repeatPassword}
          autoComplete="new-password"
          error={differs ? t.passwordsDiffer : undefined}
          value={again}
          onChange={({ currentTarget: { value } }) => setAgain(value)}
        />
        <p className={styles.quiet}>{t.passwordEnds}</p>
        {change.isError && <FailureNote error={change.error} />}
        <Button
          type="submit"
          loading={change.isPending}
          disabled={current === '' || next.length < MIN_PASSWORD_LENGTH || again !== next}
        >
          {t.changePassword}
        </Button>
      </form>
    </Panel>
  );
}
