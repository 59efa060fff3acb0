import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AiCostsService, ModelHealthService, ModelListService } from '#lib/ai';
import { Administrator, ApiEnvelope, type Caller, CurrentCaller } from '../http';
import {
  ModelDeletedResponse,
  ModelHealthCheckResponse,
  ModelSetupResponse,
  ModelSetupsResponse,
} from './ai-models.responses';
import { ConsoleModelBody } from './ai-models.requests';

@ApiTags('ai')
@Controller('api/ai/models')
@Administrator()
export class AiModelsController {
  constructor(
    private readonly list: ModelListService,
    private readonly aiCosts: AiCostsService,
    private readonly health: ModelHealthService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'How each model is set up, never its key, its faults of today, and the presets' })
  @ApiEnvelope(ModelSetupsResponse)
  models(): Promise<ModelSetupsResponse> {
    return this.aiCosts.setups();
  }

  @Put(':name')
  @ApiOperation({ summary: 'Set a model up in the console, or replace it; the next question uses it' })
  @ApiEnvelope(ModelSetupResponse, {
    errors: { 409: 'model_of_operator: the file or AI_MODELS has this name; too_many_models' },
  })
  async put(
    @Param('name') name: string,
    @Body() { enabled, position, ...fields }: ConsoleModelBody,
    @CurrentCaller() caller: Caller,
  ): Promise<ModelSetupResponse> {
    await this.list.put(name, { fields, enabled, position }, caller.userId);
    return this.aiCosts.setup(name);
  }

  @Delete(':name')
  @ApiOperation({ summary: 'Take a model out of the console; drains that began with it end with it' })
  @ApiEnvelope(ModelDeletedResponse, {
    errors: { 409: 'model_of_operator: the file or AI_MODELS has this name; model_selected: AI_MODELS names it' },
  })
  async remove(@Param('name') name: string): Promise<ModelDeletedResponse> {
    await this.list.remove(name);
    return { name, deleted: true };
  }

  @Post(':name/check')
  @HttpCode(200)
  @ApiOperation({ summary: 'Say hello to a model: whether its address, key and limits are right' })
  @ApiEnvelope(ModelHealthCheckResponse)
  check(@Param('name') name: string, @CurrentCaller() caller: Caller): Promise<ModelHealthCheckResponse> {
    return this.health.check(name, caller.userId);
  }
}
