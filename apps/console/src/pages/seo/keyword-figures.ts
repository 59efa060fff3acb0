import type { Column } from '../../parts/dense-table';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { seoFieldWords } from './seo-field-words';

interface KeywordFigures {
  searchVolume: number | null;
  keywordDifficulty: number | null;
  cpc: number | null;
}

/** The columns of a keyword's figures, now or earlier. */
export function useKeywordFigures(options: Pick<Column<never>, 'wideOnly'> = {}): readonly Column<KeywordFigures>[] {
  const fields = useWords(seoFieldWords);
  const formats = useFormats();
  return [
    {
      key: 'volume',
      head: fields.search_volume,
      figure: true,
      cell: ({ searchVolume }) => formats.count(searchVolume),
    },
    {
      key: 'difficulty',
      head: fields.keyword_difficulty,
      figure: true,
      ...options,
      cell: ({ keywordDifficulty }) => formats.decimal(keywordDifficulty, 0),
    },
    { key: 'cpc', head: fields.cpc, figure: true, ...options, cell: ({ cpc }) => formats.decimal(cpc, 2) },
  ];
}
