import type { AiModelSettings } from '#lib/config';
import type { ChatServer } from './chat/chat-server';
import { ConfiguredPanel } from './configured-panel';
import { type PanelModel, selectDrainModels } from './domain/panel-models';
import type { AiQuestion } from './domain/question';
import type { ModelListService } from './model-list/model-list.service';
import type { AiModel } from './models/ai-model';
import { RULES } from './models/rules-model';
import { AiPanel, type PanelAnswer, type PanelCall } from './panel';

/** Models that were changed or removed are forgotten beyond it, the least recently called first. */
const MOST_SERVERS = 50;

interface CurrentPanelParts {
  rules: AiModel;
  createServer(settings: AiModelSettings): ChatServer;
  createModel(settings: AiModelSettings, server: ChatServer): AiModel;
}

/**
 * The models that are listed when a question arrives; the question keeps them. A model that did not change keeps its server,
 * and so its circuit and what was learned of it.
 */
export class CurrentPanel extends AiPanel {
  private readonly servers = new Map<string, ChatServer>();

  constructor(
    private readonly list: Pick<ModelListService, 'listSelected' | 'known'>,
    private readonly parts: CurrentPanelParts,
  ) {
    super();
  }

  override listModels(): Promise<readonly PanelModel[]> {
    return this.list.listSelected();
  }

  override async answer(question: AiQuestion, call: PanelCall): Promise<PanelAnswer> {
    const { models, began = models?.map((name) => ({ name, settings: null })) } = call;
    const selected =
      began === undefined ? await this.list.listSelected() : selectDrainModels(began, await this.list.known());
    const members = selected.flatMap(({ name, settings }): AiModel[] => {
      if (name === RULES) return [this.parts.rules];
      return settings === null ? [] : [this.parts.createModel(settings, this.getServer(settings))];
    });
    return new ConfiguredPanel(members.length === selected.length ? members : undefined).answer(question, call);
  }

  /** Prices do not concern the server: a change of them keeps its circuit. */
  private getServer(settings: AiModelSettings): ChatServer {
    const key = JSON.stringify({
      ...settings,
      ...{ pricePerMTokIn: null, pricePerMTokOut: null, pricePerMTokCachedIn: null },
    });
    const server = this.servers.get(key) ?? this.parts.createServer(settings);
    this.servers.delete(key);
    this.servers.set(key, server);
    const [oldest] = this.servers.keys();
    if (this.servers.size > MOST_SERVERS && oldest !== undefined) this.servers.delete(oldest);
    return server;
  }
}
