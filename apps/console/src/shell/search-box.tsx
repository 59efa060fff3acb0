import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useUser } from '../api/console-state';
import { SearchField } from '../search/search-field';
import { useStockSearch } from '../search/use-stock-search';
import { useWords } from '../words/words';
import { SECTIONS } from './pages';
import { shellWords } from './shell-words';

const STOCKS_SHOWN = 8;

/** Behind ⌘K: stocks by code, name or pinyin initials, and the sections. */
export function SearchBox({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const say = useWords(shellWords);
  return (
    <Modal opened={opened} onClose={onClose} title={say.search} closeButtonProps={{ 'aria-label': say.close }}>
      <Search onEnd={onClose} />
    </Modal>
  );
}

/** A stock leads to the session that is open for it, else to its own page. */
function Search({ onEnd }: { onEnd: () => void }): ReactNode {
  const say = useWords(shellWords);
  const { role } = useUser();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const { stocks, settled } = useStockSearch(typed, STOCKS_SHOWN);
  const goTo = (path: string) => (): void => {
    onEnd();
    navigate(path);
  };
  const sections = SECTIONS.filter(
    ({ name, administrator }) =>
      (!administrator || role === 'admin') && say[name].toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <SearchField
      aria-label={say.search}
      placeholder={say.searchHint}
      focused
      typed={typed}
      onTyped={setTyped}
      settled={settled}
      listName={say.found}
      nothing={say.nothingFound}
      groups={[
        {
          title: say.stocks,
          choices: stocks.map(({ code, stockName, openSessionId }) => ({
            key: code,
            label: `${code} ${stockName ?? ''}`,
            hint: openSessionId === null ? say.openStock : say.openSession,
            take: goTo(openSessionId === null ? `/market/stocks/${code}` : `/sessions/${openSessionId}`),
          })),
        },
        {
          title: say.pages,
          choices: sections.map(({ name, path }) => ({ key: name, label: say[name], take: goTo(path) })),
        },
      ]}
    />
  );
}
