import {
  BACKLINK_MATCHES,
  type BacklinkMatch,
  COMPETITOR_NUMBERS,
  COMPETITOR_TEXTS,
  type CompetitorValues,
  FIRST_DOMAIN_DAY,
  LONGEST_DURATION,
  LONGEST_KEYWORD,
  SEO_KINDS,
  type SeoKind,
} from '#lib/seo';
import { DayField, EnumField, FlagField, IntField, LimitField, OffsetField, TextField } from '../http';
import { AmountField, DomainField, DurationField } from './seo-fields';

const SEARCH_MODES = ['exact', 'fuzzy'] as const;
const OPTIONAL_TEXT = { optional: true, nullable: true, blankIsNull: true } as const;

export class KeywordSearchBody {
  @TextField({ min: 1, max: LONGEST_KEYWORD, description: 'The keyword to find', example: 'running shoes' })
  keyword!: string;

  @EnumField(SEARCH_MODES, { default: 'exact', description: 'exact: the one that equals; fuzzy: all that contain' })
  searchMode!: (typeof SEARCH_MODES)[number];

  @LimitField({ default: 50, max: 100, description: 'Of a fuzzy search' })
  limit!: number;

  @TextField({ min: 1, max: 40, optional: true, description: 'Only keywords of this language code', example: 'en' })
  language?: string;
}

export class TrendSearchBody {
  @TextField({ min: 1, max: LONGEST_KEYWORD, description: 'The trend keyword', example: 'ai tools' })
  keyword!: string;

  @TextField({
    min: 1,
    max: 60,
    optional: true,
    description: 'Label of the period; without it the newest record counts',
    example: 'past_4_hours',
  })
  period?: string;

  @TextField({
    min: 1,
    max: 100,
    optional: true,
    description: 'Region by its code or name, worldwide for the whole world; without it the newest record counts',
    example: 'US',
  })
  geo?: string;
}

export class CompetitorBody {
  @DomainField() domain!: string;
  @TextField({ ...COMPETITOR_TEXTS.name, ...OPTIONAL_TEXT }) name?: string | null;
  @TextField({ ...COMPETITOR_TEXTS.description, ...OPTIONAL_TEXT }) description?: string | null;
  @AmountField(COMPETITOR_NUMBERS.monthly_visits, { example: '1,200,000' }) monthlyVisits?: number | null;
  @DayField({
    ...{ from: FIRST_DOMAIN_DAY, optional: true, nullable: true },
    description: 'Day on which the domain was created',
  })
  createdDate?: string | null;
  @AmountField(COMPETITOR_NUMBERS.page_count) pageCount?: number | null;
  @AmountField(COMPETITOR_NUMBERS.pages_per_visit) pagesPerVisit?: number | null;
  @AmountField(COMPETITOR_NUMBERS.backlinks) backlinks?: number | null;
  @AmountField(COMPETITOR_NUMBERS.public_revenue) publicRevenue?: number | null;
  @AmountField(COMPETITOR_NUMBERS.cpm_rate) cpmRate?: number | null;
  @AmountField(COMPETITOR_NUMBERS.global_rank) globalRank?: number | null;
  @DurationField(LONGEST_DURATION, { example: '00:03:25' }) avgDuration?: number | null;
  @AmountField(COMPETITOR_NUMBERS.bounce_rate, { example: '45.2%' }) bounceRate?: number | null;
  @AmountField(COMPETITOR_NUMBERS.search_traffic_ratio, { example: 61.5 }) searchTrafficRatio?: number | null;
  @TextField({ ...COMPETITOR_TEXTS.notes, ...OPTIONAL_TEXT }) notes?: string | null;
  @TextField({ ...COMPETITOR_TEXTS.tags, ...OPTIONAL_TEXT, description: 'Separated by commas' }) tags?: string | null;
}

/** The values of a body as they are stored; what was left out is missing. */
export function competitorValues(body: CompetitorBody): Partial<CompetitorValues> {
  const values: { [Field in keyof CompetitorValues]: CompetitorValues[Field] | undefined } = {
    name: body.name,
    description: body.description,
    monthly_visits: typeof body.monthlyVisits === 'number' ? String(body.monthlyVisits) : body.monthlyVisits,
    created_date: body.createdDate,
    page_count: body.pageCount,
    pages_per_visit: body.pagesPerVisit,
    backlinks: body.backlinks,
    public_revenue: body.publicRevenue,
    cpm_rate: body.cpmRate,
    global_rank: body.globalRank,
    avg_duration: body.avgDuration,
    bounce_rate: body.bounceRate,
    search_traffic_ratio: body.searchTrafficRatio,
    notes: body.notes,
    tags: body.tags,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

export class BacklinkQueryBody {
  @DomainField({ description: 'An address or a bare domain; its domain is looked for' }) sourceUrl!: string;

  @EnumField(BACKLINK_MATCHES, {
    default: 'contains',
    description: 'contains: the domain anywhere in the source URL; host: pages of the domain and its subdomains alone',
  })
  match!: BacklinkMatch;
}

export class ImportSeoQuery {
  @EnumField(SEO_KINDS, { description: 'What the file brings' }) kind!: SeoKind;

  @FlagField({ default: false, description: 'true: report what would happen and store nothing' }) dry_run!: boolean;

  @TextField({ min: 1, max: 400, optional: true, description: 'Seed keyword of a trend file that does not name it' })
  keyword?: string;

  @TextField({ min: 1, max: 100, optional: true, description: 'Region of a trend file that does not name it' })
  geo?: string;

  @TextField({ min: 1, max: 60, optional: true, description: 'Span of a trend file, such as past_12_months' })
  period?: string;

  @TextField({ min: 1, max: 40, optional: true, description: 'Market of rows that name none', example: 'us' })
  market?: string;

  @TextField({ min: 1, max: 40, optional: true, description: 'Language code of rows that name none', example: 'en' })
  language?: string;

  @TextField({ min: 1, max: 255, optional: true, description: 'Name of the file, where it is sent as text/csv' })
  file_name?: string;
}

export class SeoPageQuery {
  @LimitField({ default: 50, max: 200 }) limit!: number;
  @OffsetField() offset!: number;
}

export class SeoListQuery extends SeoPageQuery {
  @TextField({ max: 400, optional: true, description: 'Part of the keyword, the address or the domain' })
  search?: string;
}

class DeletableListQuery extends SeoListQuery {
  @FlagField({ default: false, description: 'true: the deleted ones instead' }) deleted!: boolean;
}

export class BacklinkListQuery extends DeletableListQuery {
  @EnumField(BACKLINK_MATCHES, {
    default: 'contains',
    description: 'contains: the text anywhere in the source URL; host: pages of the domain and its subdomains alone',
  })
  match!: BacklinkMatch;
}

export class KeywordListQuery extends DeletableListQuery {
  @TextField({ min: 1, max: 40, optional: true }) language?: string;
  @TextField({ min: 1, max: 40, optional: true }) market?: string;
  @TextField({ min: 1, max: 40, optional: true }) source?: string;
}

export class LinkTrendBody {
  @IntField({ min: 1, nullable: true, description: 'Id of the keyword record, or null for none', example: null })
  keyword_id!: number | null;
}
