import { CreateSessionTool } from './create-session.tool';
import { GetBarsTool } from './get-bars.tool';
import { GetChipDistributionTool } from './get-chip-distribution.tool';
import { GetFundamentalScoreTool } from './get-fundamental-score.tool';
import { GetJobTool } from './get-job.tool';
import { GetScanRunTool } from './get-scan-run.tool';
import { GetSessionTool } from './get-session.tool';
import { GetStockTool } from './get-stock.tool';
import { GetTrackRecordTool } from './get-track-record.tool';
import { GetWyckoffAnalysisTool } from './get-wyckoff-analysis.tool';
import { ListScreensTool } from './list-screens.tool';
import { ListSessionsTool } from './list-sessions.tool';
import { MarketStatusTool } from './market-status.tool';
import { RequestFillTool } from './request-fill.tool';
import { RunScanTool } from './run-scan.tool';
import { SearchStocksTool } from './search-stocks.tool';
import { StudyScreenTool } from './study-screen.tool';
import { UpdateSessionNoteTool } from './update-session-note.tool';

/** Every tool that agents may call, in the order in which they see them; those that write come last. */
export const AGENT_TOOLS = [
  MarketStatusTool,
  SearchStocksTool,
  GetStockTool,
  GetBarsTool,
  ListScreensTool,
  RunScanTool,
  GetScanRunTool,
  ListSessionsTool,
  GetSessionTool,
  GetWyckoffAnalysisTool,
  GetChipDistributionTool,
  GetFundamentalScoreTool,
  GetTrackRecordTool,
  StudyScreenTool,
  GetJobTool,
  CreateSessionTool,
  UpdateSessionNoteTool,
  RequestFillTool,
] as const;
