import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useConsoleState } from '../api/console-state';
import { useLoginEnded } from '../api/login';
import { useSecondsSince } from '../live/seconds-since';
import { useSilence } from '../live/silence';
import { useStreamsState } from '../live/streams';
import { useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/messages';
import { AccountMenu } from './account-menu';
import styles from './frame.module.css';
import { GlobalShortcuts } from './global-shortcuts';
import { SearchBox } from './search-box';
import { shellMessages } from './shell-messages';

/** The day, the search, how fresh the market is, whether the connection stands, and the account. */
export function TopBar(): ReactNode {
  const t = useMessages(shellMessages);
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const { today, tradingDay, marketSource, marketDataThrough } = useConsoleState();
  return (
    <header className={styles.top}>
      <span className={`figure ${styles.wideOnly}`}>
        {today} {tradingDay ? t.tradingDay : t.closedDay}
      </span>
      <button type="button" className={styles.search} onClick={() => setTyped('')}>
        <IconSearch size={14} aria-hidden="true" />
        <span>{t.searchKeys}</span>
      </button>
      <span className={styles.spring} />
      {marketSource === 'demo' && (
        <span className={styles.demo} title={t.demoTitle}>
          {t.demo}
        </span>
      )}
      <span className={`figure ${styles.through}`}>
        {marketDataThrough === null ? t.noMarket : t.marketThrough(formats.day(marketDataThrough, today))}
      </span>
      <ConnectionDot />
      <AccountMenu />
      <SearchBox typed={typed} onTyped={setTyped} />
      <GlobalShortcuts onSearch={setTyped} />
    </header>
  );
}

/** Whether the login stands, the server answers, and the event streams stand. */
function ConnectionDot(): ReactNode {
  const t = useMessages(shellMessages);
  const state = useStreamsState();
  const loginEnded = useLoginEnded();
  const silentSince = useSilence();
  if (loginEnded || silentSince !== null) {
    return (
      <span className={styles.dot} data-kind="lost" role="status">
        <span aria-hidden="true">◌</span>
        {silentSince === null ? t.loginEnded : <SilentFor since={silentSince} />}
      </span>
    );
  }
  return (
    <span className={styles.dot} data-kind={state.kind} role="status">
      <span aria-hidden="true">{state.kind === 'connected' ? '●' : '◌'}</span>
      {state.kind === 'connected' ? <span className={styles.wideOnly}>{t.connected}</span> : <LostFor {...state} />}
    </span>
  );
}

function SilentFor({ since }: { since: number }): ReactNode {
  const seconds = useSecondsSince(since);
  return <span className="figure">{useMessages(shellMessages).silent(seconds)}</span>;
}

function LostFor({ since }: { since: number }): ReactNode {
  const seconds = useSecondsSince(since);
  return <span className="figure">{useMessages(shellMessages).lost(seconds)}</span>;
}
