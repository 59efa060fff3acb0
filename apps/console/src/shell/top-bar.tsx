import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useConsoleState } from '../api/console-state';
import { useLoginEnded } from '../api/login';
import { useSecondsSince } from '../live/seconds-since';
import { useSilence } from '../live/silence';
import { useStreamsState } from '../live/streams';
import { useFormats } from '../words/formats';
import { useWords } from '../words/words';
import { AccountMenu } from './account-menu';
import styles from './frame.module.css';
import { GlobalShortcuts } from './global-shortcuts';
import { SearchBox } from './search-box';
import { shellWords } from './shell-words';

/** The day, the search, how fresh the market is, whether the connection stands, and the account. */
export function TopBar(): ReactNode {
  const say = useWords(shellWords);
  const formats = useFormats();
  const [searching, setSearching] = useState(false);
  const { today, tradingDay, marketSource, marketDataThrough } = useConsoleState();
  return (
    <header className={styles.top}>
      <span className={`figure ${styles.wideOnly}`}>
        {today} {tradingDay ? say.tradingDay : say.closedDay}
      </span>
      <button type="button" className={styles.search} onClick={() => setSearching(true)}>
        <IconSearch size={14} aria-hidden="true" />
        <span>{say.searchKeys}</span>
      </button>
      <span className={styles.spring} />
      {marketSource === 'demo' && (
        <span className={styles.demo} title={say.demoTitle}>
          {say.demo}
        </span>
      )}
      <span className={`figure ${styles.through}`}>
        {marketDataThrough === null ? say.noMarket : say.marketThrough(formats.day(marketDataThrough, today))}
      </span>
      <ConnectionDot />
      <AccountMenu />
      <SearchBox opened={searching} onClose={() => setSearching(false)} />
      <GlobalShortcuts onSearch={() => setSearching(true)} />
    </header>
  );
}

/** Whether the login stands, the server answers, and the event streams stand. */
function ConnectionDot(): ReactNode {
  const say = useWords(shellWords);
  const state = useStreamsState();
  const loginEnded = useLoginEnded();
  const silentSince = useSilence();
  if (loginEnded || silentSince !== null) {
    return (
      <span className={styles.dot} data-kind="lost" role="status">
        <span aria-hidden="true">◌</span>
        {silentSince === null ? say.loginEnded : <SilentFor since={silentSince} />}
      </span>
    );
  }
  return (
    <span className={styles.dot} data-kind={state.kind} role="status">
      <span aria-hidden="true">{state.kind === 'connected' ? '●' : '◌'}</span>
      {state.kind === 'connected' ? <span className={styles.wideOnly}>{say.connected}</span> : <LostFor {...state} />}
    </span>
  );
}

function SilentFor({ since }: { since: number }): ReactNode {
  const seconds = useSecondsSince(since);
  return <span className="figure">{useWords(shellWords).silent(seconds)}</span>;
}

function LostFor({ since }: { since: number }): ReactNode {
  const seconds = useSecondsSince(since);
  return <span className="figure">{useWords(shellWords).lost(seconds)}</span>;
}
