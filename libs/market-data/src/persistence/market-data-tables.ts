import { CreateMarketData1763600000300 } from './1763600000300-create-market-data';
import { CreatePriceBreaks1763700000050 } from './1763700000050-create-price-breaks';
import { CreateMarketDetails1764000000000 } from './1764000000000-create-market-details';
import { UploadMarketImports1764300000020 } from './1764300000020-upload-market-imports';
import { CreateStockSearch1764400000000 } from './1764400000000-create-stock-search';
import { ExplainFigures1767000000100 } from './1767000000100-explain-figures';
import { NameFigureSources1767000000120 } from './1767000000120-name-figure-sources';
import { KnowBarProvenance1767000000200 } from './1767000000200-know-bar-provenance';
import { WarnOfFiles1767000000210 } from './1767000000210-warn-of-files';
import { BeatDuringLoads1767000000300 } from './1767000000300-beat-during-loads';
import { IndexNewCodes1768000000110 } from './1768000000110-index-new-codes';
import { TakeTdxMarket1770000000000 } from './1770000000000-take-tdx-market';
import { KnowLastChange1770000000080 } from './1770000000080-know-last-change';
import { CreateBarChanges1771000000000 } from './1771000000000-create-bar-changes';
import { MarketImportNote } from './market-import-note.entity';
import { MarketImport } from './market-import.entity';
import { Stock } from './stock.entity';

export const MARKET_DATA_ENTITIES = [Stock, MarketImport, MarketImportNote];

export const MARKET_DATA_MIGRATIONS = [
  CreateMarketData1763600000300,
  CreatePriceBreaks1763700000050,
  CreateMarketDetails1764000000000,
  UploadMarketImports1764300000020,
  CreateStockSearch1764400000000,
  ExplainFigures1767000000100,
  NameFigureSources1767000000120,
  KnowBarProvenance1767000000200,
  WarnOfFiles1767000000210,
  BeatDuringLoads1767000000300,
  IndexNewCodes1768000000110,
  TakeTdxMarket1770000000000,
  KnowLastChange1770000000080,
  CreateBarChanges1771000000000,
];
