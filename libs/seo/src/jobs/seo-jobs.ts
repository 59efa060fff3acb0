import { importSeoJob } from './import-seo.job';
import { undoSeoImportJob } from './undo-seo-import.job';

export const SEO_JOBS = [importSeoJob, undoSeoImportJob];
