import { Injectable } from '@nestjs/common';
import { AppError } from '#lib/kernel';
import { AiPanel, type PanelAnswer } from './panel';

/** A program without models. */
@Injectable()
export class UnconfiguredPanel extends AiPanel {
  override readonly models: readonly string[] = [];

  override ask(): Promise<PanelAnswer> {
    return Promise.reject(AppError.unavailable('ai_not_configured', 'no AI model is configured', { retryable: false }));
  }
}
