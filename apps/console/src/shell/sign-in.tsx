import { Anchor, Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api, readData } from '../api/client';
import { useConsoleState, useUser } from '../api/console-state';
import { Failure } from '../api/failure';
import { useLoginEnded } from '../api/login';
import { CONSOLE_STATE } from '../api/queries';
import { FailureNote } from '../parts/failure-note';
import { setPreferences, usePreferences } from '../preferences/preferences';
import { defineMessages, useMessages } from '../i18n/messages';
import styles from './frame.module.css';

const messages = defineMessages({
  zh: {
    title: '登录',
    lead: '股票周期跟踪',
    username: '用户名',
    password: '密码',
    signIn: '登录',
    wrong: '用户名或密码不对。',
    hint: '首次启动时，管理员 admin 的密码打印在终端里。',
    language: 'English',
    demo: '演示数据：行情由程序生成，不是真实市场数据。',
    show: '显示密码',
    again: '登录已失效，请重新登录',
    kept: '页面上的内容都在。登录后再保存一次即可。',
    other: '换一个账户？',
    reload: '重新载入页面',
  },
  en: {
    title: 'Sign in',
    lead: 'Tracking sessions for A-shares',
    username: 'Username',
    password: 'Password',
    signIn: 'Sign in',
    wrong: 'Wrong username or password.',
    hint: 'The first start printed the password of the administrator admin to its terminal.',
    language: '中文',
    demo: 'Demo data: the market is generated; no number here is real.',
    show: 'Show the password',
    again: 'Your login has ended; sign in again',
    kept: 'Everything on the page is still there. Save once more after signing in.',
    other: 'Another account?',
    reload: 'Load the page again',
  },
});

export function SignIn(): ReactNode {
  const t = useMessages(messages);
  const { language } = usePreferences();
  const { marketSource } = useConsoleState();
  useEffect(() => {
    document.title = `${t.title} · Stock Cycle`;
  }, [t]);
  return (
    <main className={styles.signIn}>
      <div className={styles.signInCard}>
        <h1>Stock Cycle</h1>
        <p>
          {t.lead}
          {marketSource === 'demo' && (
            <>
              <br />
              {t.demo}
            </>
          )}
        </p>
        <SignInForm />
        <p style={{ margin: '16px 0 0' }}>{t.hint}</p>
        <Anchor
          component="button"
          type="button"
          onClick={() => setPreferences({ language: language === 'zh' ? 'en' : 'zh' })}
        >
          {t.language}
        </Anchor>
      </div>
    </main>
  );
}

/** Over the page whose login has ended: nothing on it is lost, and its user goes on after the password. */
export function SignInAgain(): ReactNode {
  const t = useMessages(messages);
  const { username } = useUser();
  const ended = useLoginEnded();
  return (
    <Modal opened={ended} onClose={stay} withCloseButton={false} closeOnEscape={false} title={t.again}>
      <p className={styles.signInAgain}>{t.kept}</p>
      <SignInForm username={username} />
      <p className={styles.signInAgain}>
        {t.other}{' '}
        <Anchor component="button" type="button" onClick={() => window.location.reload()}>
          {t.reload}
        </Anchor>
      </p>
    </Modal>
  );
}

function stay(): void {
  // It goes when somebody has signed in.
}

function SignInForm({ username: only }: { username?: string }): ReactNode {
  const t = useMessages(messages);
  const queries = useQueryClient();
  const [typedName, setTypedName] = useState('');
  const [password, setPassword] = useState('');
  const username = only ?? typedName;
  const signIn = useMutation({
    mutationFn: () => readData(api.POST('/api/auth/login', { body: { username, password } })),
    onSuccess: () => queries.invalidateQueries(only === undefined ? { queryKey: CONSOLE_STATE } : {}),
  });
  const wrong = signIn.error instanceof Failure && signIn.error.status === 401;
  return (
    <form
      className={styles.signInForm}
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <TextInput
        label={t.username}
        name="username"
        autoComplete="username"
        autoFocus={only === undefined}
        readOnly={only !== undefined}
        required
        withAsterisk={false}
        value={username}
        onChange={(event) => setTypedName(event.currentTarget.value)}
      />
      <PasswordInput
        label={t.password}
        name="password"
        autoComplete="current-password"
        data-autofocus
        required
        withAsterisk={false}
        error={wrong ? t.wrong : undefined}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t.show }}
      />
      {signIn.error !== null && !wrong && <FailureNote error={signIn.error} />}
      <Button type="submit" size="sm" loading={signIn.isPending}>
        {t.signIn}
      </Button>
    </form>
  );
}
