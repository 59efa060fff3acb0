import { CreateSeo1764700000000 } from './1764700000000-create-seo';
import { KeepImportColumns1765000000100 } from './1765000000100-keep-import-columns';
import { KeepAllSeo1769000000400 } from './1769000000400-keep-all-seo';
import { KeepWhatImportsChange1769000001500 } from './1769000001500-keep-what-imports-change';
import { VacuumImportLogsGently1772400000100 } from './1772400000100-vacuum-import-logs-gently';
import { LeaveRoomForFigures1772400000110 } from './1772400000110-leave-room-for-figures';
import { SeoBacklink } from './seo-backlink.entity';
import { SeoCompetitor } from './seo-competitor.entity';
import { SeoImport } from './seo-import.entity';
import { SeoImportChange } from './seo-import-change.entity';
import { SeoImportReject } from './seo-import-reject.entity';
import { SeoKeyword } from './seo-keyword.entity';
import { SeoKeywordHistory } from './seo-keyword-history.entity';
import { SeoTrend } from './seo-trend.entity';

export const SEO_ENTITIES = [
  SeoKeyword,
  SeoKeywordHistory,
  SeoTrend,
  SeoBacklink,
  SeoCompetitor,
  SeoImport,
  SeoImportReject,
  SeoImportChange,
];

export const SEO_MIGRATIONS = [
  CreateSeo1764700000000,
  KeepImportColumns1765000000100,
  KeepAllSeo1769000000400,
  KeepWhatImportsChange1769000001500,
  VacuumImportLogsGently1772400000100,
  LeaveRoomForFigures1772400000110,
];
