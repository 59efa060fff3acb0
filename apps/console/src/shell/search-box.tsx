import { Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useUser } from '../api/console-state';
import { isTyping } from '../keys/shortcuts';
import { StockSearchField } from '../search/stock-search-field';
import { useMessages } from '../i18n/messages';
import { SECTIONS } from './pages';
import { shellMessages } from './shell-messages';

const STOCKS_SHOWN = 8;

interface SearchBoxProps {
  /** null: it is closed. */
  readonly typed: string | null;
  readonly onTyped: (typed: string | null) => void;
}

/** Behind ⌘K, `/` and every digit: stocks by code, name or pinyin initials, and the sections. */
export function SearchBox({ typed, onTyped }: SearchBoxProps): ReactNode {
  const t = useMessages(shellMessages);
  const close = (): void => onTyped(null);
  useEffect(() => {
    if (typed === null) return;
    // The field has the focus some frames later: what is typed until then is not lost.
    const onKeyDown = (event: KeyboardEvent): void => {
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isText || event.isComposing || isTyping(event.target)) return;
      event.preventDefault();
      onTyped(typed + event.key);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [typed, onTyped]);
  return (
    <Modal opened={typed !== null} onClose={close} title={t.search} closeButtonProps={{ 'aria-label': t.close }}>
      <Search typed={typed ?? ''} onTyped={onTyped} onEnd={close} />
    </Modal>
  );
}

/** A stock leads to the session that is open for it, else to its own page. */
function Search({
  typed,
  onTyped,
  onEnd,
}: {
  typed: string;
  onTyped: (typed: string) => void;
  onEnd: () => void;
}): ReactNode {
  const t = useMessages(shellMessages);
  const { role } = useUser();
  const [, navigate] = useLocation();
  const goTo = (path: string) => (): void => {
    onEnd();
    navigate(path);
  };
  const sectionsLike = (text: string) =>
    SECTIONS.filter(
      ({ name, administrator }) =>
        (!administrator || role === 'admin') && t[name].toLowerCase().includes(text.trim().toLowerCase()),
    );
  return (
    <StockSearchField
      aria-label={t.search}
      placeholder={t.searchHint}
      focused
      typed={typed}
      onTyped={onTyped}
      listName={t.found}
      nothing={t.nothingFound}
      title={t.stocks}
      shown={STOCKS_SHOWN}
      choiceOf={({ code, openSessionId }) =>
        openSessionId === null
          ? { hint: t.openStock, take: goTo(`/market/stocks/${code}`) }
          : { hint: t.openSession, take: goTo(`/sessions/${openSessionId}`) }
      }
      others={(text) => ({
        title: t.pages,
        choices: sectionsLike(text).map(({ name, path }) => ({ key: name, label: t[name], take: goTo(path) })),
      })}
    />
  );
}
