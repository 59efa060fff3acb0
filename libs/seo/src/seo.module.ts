import { Module } from '@nestjs/common';
import { UploadsModule } from '#lib/uploads';
import { BacklinksService } from './backlinks.service';
import { CompetitorsService } from './competitors.service';
import { KeywordsService } from './keywords.service';
import { SeoExportService } from './seo-export.service';
import { SeoImportUndosService } from './seo-import-undos.service';
import { SeoImportsService } from './seo-imports.service';
import { TrendsService } from './trends.service';

const SERVICES = [
  KeywordsService,
  TrendsService,
  BacklinksService,
  CompetitorsService,
  SeoImportsService,
  SeoImportUndosService,
  SeoExportService,
];

/** The SEO store. Needs the global database, queue and config modules. */
@Module({ imports: [UploadsModule], providers: SERVICES, exports: SERVICES })
export class SeoModule {}
