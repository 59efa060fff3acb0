// For tests only: parts of the lib that its index does not export.
export type { SeoImportRequest } from './seo-imports.service';
export { tidyTables } from './persistence/table-maintenance.query';
