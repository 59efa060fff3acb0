import { Button, Group, PasswordInput, Radio } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { useMessages } from '../../i18n/messages';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { type MarketSource, useChooseSource, useMarketSource } from './market-source';
import { sourceMessages } from './source-messages';
import { ReplaceDemo } from './sync-panel';
import { TypedConfirmation } from './typed-confirmation';
import styles from './market.module.css';

const SOURCES = ['demo', 'tdx', 'tushare', 'files'] as const satisfies readonly MarketSource[];

/** The choice of where market data come from, with what each source costs. */
export function SourcePanel(): ReactNode {
  const t = useMessages(sourceMessages);
  const { data, error, refetch } = useMarketSource(true);
  return (
    <Panel title={t.title}>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={4} />}
      {data !== undefined && <SourceForm key={data.source} stored={data} />}
    </Panel>
  );
}

function SourceForm({ stored }: { stored: Schemas['MarketSourceResponse'] }): ReactNode {
  const t = useMessages(sourceMessages);
  const notices = useNotices();
  const { marketSource } = useConsoleState();
  const [source, setSource] = useState<MarketSource>(stored.source);
  const [token, setToken] = useState('');
  const [replaceDemo, setReplaceDemo] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const choose = useChooseSource(() => notices.done(t.chosen));
  const fixed = stored.setBy === 'environment';
  const replaces = marketSource === 'demo' && (source === 'tdx' || source === 'tushare');
  const tokenMissing = source === 'tushare' && !stored.tushareTokenSet && token.trim() === '';
  const send = (): void => {
    const given = source === 'tushare' && token.trim() !== '' ? { tushare_token: token.trim() } : {};
    choose.mutate({ source, replace_demo: replaces && replaceDemo, ...given });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (replaces && replaceDemo) setConfirming(true);
    else send();
  };
  return (
    <form className={styles.stack} onSubmit={submit}>
      {fixed && <p className={styles.hint}>{t.byEnvironment}</p>}
      <Radio.Group aria-label={t.title} value={source} onChange={(value) => setSource(value)}>
        <div className={styles.stack}>
          {SOURCES.map((one) => (
            <Radio key={one} value={one} label={t[one]} description={t[`${one}Cost`]} disabled={fixed} />
          ))}
        </div>
      </Radio.Group>
      {source === 'tdx' && <p className={styles.hint}>{t.noResale}</p>}
      {source === 'tushare' && !fixed && (
        <PasswordInput
          label={t.token}
          description={stored.tushareTokenSet ? t.tokenKept : t.tokenHint}
          autoComplete="off"
          value={token}
          onChange={({ currentTarget: { value } }) => setToken(value)}
        />
      )}
      {replaces && !fixed && <ReplaceDemo checked={replaceDemo} onChange={setReplaceDemo} />}
      {choose.error !== null && <FailureNote error={choose.error} />}
      {!fixed && (
        <Group>
          <Button type="submit" loading={choose.isPending} disabled={tokenMissing || (replaces && !replaceDemo)}>
            {t.choose}
          </Button>
        </Group>
      )}
      <TypedConfirmation opened={confirming} onClose={() => setConfirming(false)} onConfirm={send} />
    </form>
  );
}
