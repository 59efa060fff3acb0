import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useUser } from '../api/console-state';
import { StockSearchField } from '../search/stock-search-field';
import { useMessages } from '../i18n/messages';
import { SECTIONS } from './pages';
import { shellMessages } from './shell-messages';

const STOCKS_SHOWN = 8;

/** Behind ⌘K: stocks by code, name or pinyin initials, and the sections. */
export function SearchBox({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const t = useMessages(shellMessages);
  return (
    <Modal opened={opened} onClose={onClose} title={t.search} closeButtonProps={{ 'aria-label': t.close }}>
      <Search onEnd={onClose} />
    </Modal>
  );
}

/** A stock leads to the session that is open for it, else to its own page. */
function Search({ onEnd }: { onEnd: () => void }): ReactNode {
  const t = useMessages(shellMessages);
  const { role } = useUser();
  const [, navigate] = useLocation();
  const goTo = (path: string) => (): void => {
    onEnd();
    navigate(path);
  };
  const sectionsLike = (typed: string) =>
    SECTIONS.filter(
      ({ name, administrator }) =>
        (!administrator || role === 'admin') && t[name].toLowerCase().includes(typed.trim().toLowerCase()),
    );
  return (
    <StockSearchField
      aria-label={t.search}
      placeholder={t.searchHint}
      focused
      listName={t.found}
      nothing={t.nothingFound}
      title={t.stocks}
      shown={STOCKS_SHOWN}
      choiceOf={({ code, openSessionId }) =>
        openSessionId === null
          ? { hint: t.openStock, take: goTo(`/market/stocks/${code}`) }
          : { hint: t.openSession, take: goTo(`/sessions/${openSessionId}`) }
      }
      others={(typed) => ({
        title: t.pages,
        choices: sectionsLike(typed).map(({ name, path }) => ({ key: name, label: t[name], take: goTo(path) })),
      })}
    />
  );
}
