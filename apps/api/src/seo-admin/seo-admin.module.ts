import { Module } from '@nestjs/common';
import { SeoModule } from '#lib/seo';
import { UploadsModule } from '#lib/uploads';
import { BacklinkLookupController } from './backlink-lookup.controller';
import { CompetitorWebsitesController } from './competitor-websites.controller';
import { KeywordSearchController } from './keyword-search.controller';
import { SeoImportsController } from './seo-imports.controller';
import { SeoRecordsController } from './seo-records.controller';
import { TrendSearchController } from './trend-search.controller';

@Module({
  imports: [SeoModule, UploadsModule],
  controllers: [
    KeywordSearchController,
    TrendSearchController,
    CompetitorWebsitesController,
    BacklinkLookupController,
    SeoImportsController,
    SeoRecordsController,
  ],
})
export class SeoAdminModule {}
