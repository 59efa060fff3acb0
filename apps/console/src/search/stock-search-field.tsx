import type { ReactNode } from 'react';
import { type Choice, type ChoiceGroup, SearchField, type SearchFieldProps } from './search-field';
import { type FoundStock, useStockSearch } from './use-stock-search';

interface StockSearchFieldProps extends Omit<SearchFieldProps, 'settled' | 'groups'> {
  /** At most so many stocks. */
  readonly shown: number;
  /** Above the stocks, where other choices follow. */
  readonly title?: string;
  /** What a stock is for here. */
  readonly choiceOf: (stock: FoundStock) => Omit<Choice, 'key' | 'label'>;
  /** What else fits what is typed. */
  readonly others?: (typed: string) => ChoiceGroup;
}

/** A field that finds stocks by code, name or pinyin initials. */
export function StockSearchField({
  shown,
  title,
  choiceOf,
  others,
  typed,
  ...field
}: StockSearchFieldProps): ReactNode {
  const { stocks, settled } = useStockSearch(typed, shown);
  const choices = stocks.map((stock) => ({
    key: stock.code,
    label: `${stock.code} ${stock.stockName ?? ''}`.trim(),
    ...choiceOf(stock),
  }));
  return (
    <SearchField
      {...field}
      typed={typed}
      settled={settled}
      groups={[
        { choices, ...(title === undefined ? {} : { title }) },
        ...(others === undefined ? [] : [others(typed)]),
      ]}
    />
  );
}
