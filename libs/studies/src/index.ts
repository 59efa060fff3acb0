export { casesCsv } from './cases-csv';
export { OVERLAPS } from './domain/follow-hits';
export type { Overlap } from './domain/follow-hits';
export type { HorizonFigures } from './domain/horizon-figures';
export { CASE_OUTCOMES } from './domain/study-case';
export type { CaseOutcome } from './domain/study-case';
export { readCosts } from './domain/read-costs';
export { DEFAULT_HORIZONS, LONGEST_HORIZON, MOST_HORIZONS } from './domain/study-request';
export type { StudyCosts } from './domain/study-request';
export { CAP_TERCILES, HALVES, REGIMES } from './domain/study-result';
export type {
  GroupFigures,
  HistogramBin,
  NotableCase,
  PathDay,
  StudyHorizon,
  StudyResult,
  Tradability,
} from './domain/study-result';
export type { ExitRow } from './domain/study-rows';
export { describeAssumptions } from './domain/study-assumptions';
export { STUDY_STATUSES } from './domain/study-status';
export type { StudyStatus } from './domain/study-status';
export { runStudyJob } from './jobs/run-study.job';
export type { RunStudyPayload, RunStudyResult } from './jobs/run-study.job';
export { STUDY_JOBS } from './jobs/study-jobs';
export { studyLibraryJob } from './jobs/study-library.job';
export type { StudyLibraryPayload, StudyLibraryResult } from './jobs/study-library.job';
export { STUDIES_ENTITIES, STUDIES_MIGRATIONS, STUDIES_RETENTION } from './persistence/studies-tables';
export type { StudyCaseRow, StudyRow } from './persistence/studies.query';
export { SURVIVORSHIPS } from './persistence/study.entity';
export type { Survivorship } from './persistence/study.entity';
export type { BandDay } from './domain/portfolio/portfolio-band';
export type { PortfolioFigures } from './domain/portfolio/portfolio-figures';
export { EXIT_REASONS } from './domain/portfolio/position';
export type { ExitReason } from './domain/portfolio/position';
export type { EquityDay, PortfolioTrade } from './domain/portfolio/simulate-portfolio';
export { PORTFOLIO_ASSUMPTIONS } from './domain/portfolio/simulate-portfolio';
export type { PortfolioYear } from './domain/portfolio/yearly-figures';
export { PortfoliosService } from './portfolios.service';
export type { PortfolioAsked } from './portfolios.service';
export { StudiesModule } from './studies.module';
export { StudiesService } from './studies.service';
export type { LibraryStudy, StudyAsked } from './studies.service';
export { StudyLibraryService } from './study-library.service';
export { StudyRunsService } from './study-runs.service';
