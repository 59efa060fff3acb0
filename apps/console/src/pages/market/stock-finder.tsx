import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { SearchField } from '../../search/search-field';
import { useStockSearch } from '../../search/use-stock-search';
import { useWords } from '../../words/words';
import { marketWords } from './market-words';
import styles from './market.module.css';

const SHOWN = 12;

/** Finds a stock by code, name or pinyin, and opens its page. */
export function StockFinder(): ReactNode {
  const say = useWords(marketWords);
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const { stocks, settled } = useStockSearch(typed, SHOWN);
  return (
    <div className={styles.finder}>
      <SearchField
        size="xs"
        aria-label={say.find}
        placeholder={say.findHint}
        floating
        typed={typed}
        onTyped={setTyped}
        settled={settled}
        listName={say.find}
        nothing={say.findNothing}
        groups={[
          {
            choices: stocks.map(({ code, stockName }) => ({
              key: code,
              label: `${code} ${stockName ?? ''}`.trim(),
              take: () => navigate(`/market/stocks/${code}`),
            })),
          },
        ]}
      />
    </div>
  );
}
