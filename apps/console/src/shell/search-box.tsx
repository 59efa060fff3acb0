import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useUser } from '../api/console-state';
import { StockSearchField } from '../search/stock-search-field';
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
  const goTo = (path: string) => (): void => {
    onEnd();
    navigate(path);
  };
  const sectionsLike = (typed: string) =>
    SECTIONS.filter(
      ({ name, administrator }) =>
        (!administrator || role === 'admin') && say[name].toLowerCase().includes(typed.trim().toLowerCase()),
    );
  return (
    <StockSearchField
      aria-label={say.search}
      placeholder={say.searchHint}
      focused
      listName={say.found}
      nothing={say.nothingFound}
      title={say.stocks}
      shown={STOCKS_SHOWN}
      choiceOf={({ code, openSessionId }) =>
        openSessionId === null
          ? { hint: say.openStock, take: goTo(`/market/stocks/${code}`) }
          : { hint: say.openSession, take: goTo(`/sessions/${openSessionId}`) }
      }
      others={(typed) => ({
        title: say.pages,
        choices: sectionsLike(typed).map(({ name, path }) => ({ key: name, label: say[name], take: goTo(path) })),
      })}
    />
  );
}
