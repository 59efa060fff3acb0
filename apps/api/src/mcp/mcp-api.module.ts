import { Module } from '@nestjs/common';
import { AgentsModule } from '#lib/agents';
import { AiFillModule, AiModule } from '#lib/ai';
import { ChipsModule } from '#lib/chips';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { ScanModule } from '#lib/scan';
import { ScreensModule } from '#lib/screens';
import { StudiesModule } from '#lib/studies';
import { TrackingModule } from '#lib/tracking';
import { HttpModule } from '../http/http.module';
import { AgentServer } from './agent-server';
import { McpController } from './mcp.controller';
import { McpEndpoint } from './mcp-endpoint';
import { ReplySchemas } from './reply-schemas';
import { ToolCalls } from './tool-calls';
import { TOOL_INSTANCES, ToolList } from './tool-list';
import type { AgentTool } from './tools/agent-tool';
import { AGENT_TOOLS } from './tools/agent-tools';
import { FindSession } from './tools/find-session';

const FEATURES = [
  ...[AgentsModule, AiModule, AiFillModule, ChipsModule, MarketDataModule, MarketSyncModule],
  ...[ScanModule, ScreensModule, StudiesModule, TrackingModule],
];

@Module({
  imports: [HttpModule, ...FEATURES],
  controllers: [McpController],
  providers: [
    ...[AgentServer, McpEndpoint, ReplySchemas, ToolCalls, ToolList, FindSession],
    ...AGENT_TOOLS,
    {
      provide: TOOL_INSTANCES,
      inject: [...AGENT_TOOLS],
      useFactory: (...tools: AgentTool<never>[]) => tools,
    },
  ],
})
export class McpApiModule {}
