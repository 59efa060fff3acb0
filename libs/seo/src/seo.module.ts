import { Module } from '@nestjs/common';
import { UploadsModule } from '#lib/uploads';
import { BacklinksService } from './backlinks.service';
import { CompetitorsService } from './competitors.service';
import { KeywordsService } from './keywords.service';
import { SeoExport } from './seo-export.service';
import { SeoImportUndos } from './seo-import-undos.service';
import { SeoImports } from './seo-imports.service';
import { TrendsService } from './trends.service';

const SERVICES = [
  KeywordsService,
  TrendsService,
  BacklinksService,
  CompetitorsService,
  SeoImports,
  SeoImportUndos,
  SeoExport,
];

/** The SEO store. Needs the global database, queue and config modules. */
@Module({ imports: [UploadsModule], providers: SERVICES, exports: SERVICES })
export class SeoModule {}
