/** What a preset sets for a vendor's models; a model's own fields come before it. */
export interface AiPreset {
  baseUrl: string;
  /** Absent for servers of one's own that need no key. */
  apiKeyEnv?: string;
  extraBody?: Readonly<Record<string, unknown>>;
  stream: boolean;
  maxTokens?: number;
  concurrency?: number;
  rpm?: number;
}

/** Facts of vendors and local servers. Their sources and dates are in docs/ai-models.md; prices are the operator's to set. */
export const AI_PRESETS = {
  deepseek: {
    baseUrl: 'https://api.deepseek.com',
    apiKeyEnv: 'DEEPSEEK_API_KEY',
    extraBody: { thinking: { type: 'disabled' } },
    stream: true,
  },
  qwen: {
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    apiKeyEnv: 'DASHSCOPE_API_KEY',
    extraBody: { enable_thinking: false },
    stream: true,
  },
  // The limits of an account that has not paid yet.
  kimi: {
    baseUrl: 'https://api.moonshot.cn/v1',
    apiKeyEnv: 'MOONSHOT_API_KEY',
    stream: true,
    maxTokens: 16_384,
    concurrency: 1,
    rpm: 3,
  },
  glm: {
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    apiKeyEnv: 'ZHIPUAI_API_KEY',
    extraBody: { thinking: { type: 'disabled' } },
    stream: true,
  },
  doubao: {
    baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
    apiKeyEnv: 'ARK_API_KEY',
    extraBody: { thinking: { type: 'disabled' } },
    stream: true,
  },
  // Its models always think; without reasoning_split the reasoning stands in the response.
  minimax: {
    baseUrl: 'https://api.minimaxi.com/v1',
    apiKeyEnv: 'MINIMAX_API_KEY',
    extraBody: { reasoning_split: true },
    stream: true,
    maxTokens: 16_384,
  },
  openai: { baseUrl: 'https://api.openai.com/v1', apiKeyEnv: 'OPENAI_API_KEY', stream: true },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', stream: true, concurrency: 1 },
  vllm: { baseUrl: 'http://127.0.0.1:8000/v1', stream: true },
  lmstudio: { baseUrl: 'http://127.0.0.1:1234/v1', stream: true, concurrency: 1 },
} as const satisfies Record<string, AiPreset>;

export type AiPresetName = keyof typeof AI_PRESETS;

export const AI_PRESET_NAMES = Object.keys(AI_PRESETS) as AiPresetName[];
