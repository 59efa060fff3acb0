import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { StockSearchField } from '../../search/stock-search-field';
import { useMessages } from '../../i18n/messages';
import { marketMessages } from './market-messages';
import styles from './market.module.css';

const SHOWN = 12;

/** Finds a stock, and opens its page. */
export function StockFinder(): ReactNode {
  const t = useMessages(marketMessages);
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  return (
    <div className={styles.finder}>
      <StockSearchField
        size="xs"
        aria-label={t.find}
        placeholder={t.findHint}
        floating
        typed={typed}
        onTyped={setTyped}
        listName={t.find}
        nothing={t.findNothing}
        shown={SHOWN}
        choiceOf={({ code }) => ({ take: () => navigate(`/market/stocks/${code}`) })}
      />
    </div>
  );
}
