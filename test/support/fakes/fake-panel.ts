import { AiPanel } from '#lib/ai';
import { type AiQuestion, type PanelModel, type PanelAnswer, type PanelCall } from '#lib/ai/testing';
import type { CalendarDay } from '#lib/kernel';
import type { Judgement } from '#lib/tracking';

/** What a model says of every day unless a test says otherwise. */
const BLAND: Judgement = {
  supplyDemand: 'balanced',
  alignFlag: 'neutral',
  primaryPhaseHint: 'accumulation',
  cycleSubTags: ['trading_range'],
  cycleEvents: [],
  evidenceNote: 'the fake model says so',
};

type Behaviour = (question: AiQuestion, call: PanelCall) => Promise<Partial<PanelAnswer>> | Partial<PanelAnswer>;

/** Stands in for models: answers at once, notes what it was asked, and does what a test tells it. */
export class FakePanel extends AiPanel {
  models: readonly string[] = ['fake'];
  readonly asked: AiQuestion[] = [];
  private behaviour: Behaviour = () => ({});

  behave(behaviour: Behaviour): void {
    this.behaviour = behaviour;
  }

  reset(): void {
    this.asked.length = 0;
    this.models = ['fake'];
    this.behaviour = () => ({});
  }

  override listModels(): Promise<PanelModel[]> {
    return Promise.resolve(this.models.map((name) => ({ name, settings: null })));
  }

  override async answer(question: AiQuestion, call: PanelCall): Promise<PanelAnswer> {
    this.asked.push(question);
    return {
      judgements: datesOf(question).map((date) => ({ date, judgement: BLAND })),
      consensus: question.kind === 'weekly' ? '震荡' : null,
      items: [],
      errors: [],
      modelErrors: [],
      aiRunIds: [],
      leadRunId: null,
      promptCopy: null,
      models: [],
      ...(await this.behaviour(question, call)),
    };
  }
}

/** A judgement that differs from the bland one. */
export function judged(date: CalendarDay, judgement: Partial<Judgement> = {}) {
  return { date, judgement: { ...BLAND, ...judgement } };
}

export function datesOf(question: AiQuestion): readonly CalendarDay[] {
  switch (question.kind) {
    case 'daily':
      return question.days;
    case 'weekly':
      return question.weeks;
    case 'fundamental':
      return [];
  }
}
