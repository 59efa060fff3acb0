import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api, dataOf } from '../api/client';
import { useConsoleState } from '../api/console-state';
import { Failure } from '../api/failure';
import { CONSOLE_STATE } from '../api/queries';
import { FailureNote } from '../parts/failure-note';
import { setPreferences, usePreferences } from '../preferences/preferences';
import { defineWords, useWords } from '../words/words';
import styles from './frame.module.css';

const words = defineWords({
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
  },
});

export function SignIn(): ReactNode {
  const say = useWords(words);
  const { language } = usePreferences();
  const { marketSource } = useConsoleState();
  const queries = useQueryClient();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => dataOf(api.POST('/api/auth/login', { body: { username, password } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: CONSOLE_STATE }),
  });
  useEffect(() => {
    document.title = `${say.title} · Stock Cycle`;
  }, [say]);
  const wrong = signIn.error instanceof Failure && signIn.error.status === 401;
  return (
    <main className={styles.signIn}>
      <div className={styles.signInCard}>
        <h1>Stock Cycle</h1>
        <p>
          {say.lead}
          {marketSource === 'demo' && (
            <>
              <br />
              {say.demo}
            </>
          )}
        </p>
        <form
          className={styles.signInForm}
          onSubmit={(event) => {
            event.preventDefault();
            signIn.mutate();
          }}
        >
          <TextInput
            label={say.username}
            name="username"
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <PasswordInput
            label={say.password}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            error={wrong ? say.wrong : undefined}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': say.show }}
          />
          {signIn.error !== null && !wrong && <FailureNote error={signIn.error} />}
          <Button type="submit" size="sm" loading={signIn.isPending}>
            {say.signIn}
          </Button>
        </form>
        <p style={{ margin: '16px 0 0' }}>{say.hint}</p>
        <Anchor
          component="button"
          type="button"
          onClick={() => setPreferences({ language: language === 'zh' ? 'en' : 'zh' })}
        >
          {say.language}
        </Anchor>
      </div>
    </main>
  );
}
