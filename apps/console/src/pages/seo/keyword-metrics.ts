import type { Column } from '../../parts/dense-table';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { seoFieldMessages } from './seo-field-messages';

interface KeywordMetrics {
  searchVolume: number | null;
  keywordDifficulty: number | null;
  cpc: number | null;
}

/** The columns of a keyword's values, now or earlier. */
export function useKeywordMetrics(options: Pick<Column<never>, 'wideOnly'> = {}): readonly Column<KeywordMetrics>[] {
  const fields = useMessages(seoFieldMessages);
  const formats = useFormats();
  return [
    {
      key: 'volume',
      head: fields.search_volume,
      numeric: true,
      cell: ({ searchVolume }) => formats.count(searchVolume),
    },
    {
      key: 'difficulty',
      head: fields.keyword_difficulty,
      numeric: true,
      ...options,
      cell: ({ keywordDifficulty }) => formats.decimal(keywordDifficulty, 0),
    },
    { key: 'cpc', head: fields.cpc, numeric: true, ...options, cell: ({ cpc }) => formats.decimal(cpc, 2) },
  ];
}
