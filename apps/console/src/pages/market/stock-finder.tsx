import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { StockSearchField } from '../../search/stock-search-field';
import { useWords } from '../../words/words';
import { marketWords } from './market-words';
import styles from './market.module.css';

const SHOWN = 12;

/** Finds a stock, and opens its page. */
export function StockFinder(): ReactNode {
  const say = useWords(marketWords);
  const [, navigate] = useLocation();
  return (
    <div className={styles.finder}>
      <StockSearchField
        size="xs"
        aria-label={say.find}
        placeholder={say.findHint}
        floating
        listName={say.find}
        nothing={say.findNothing}
        shown={SHOWN}
        choiceOf={({ code }) => ({ take: () => navigate(`/market/stocks/${code}`) })}
      />
    </div>
  );
}
