import type { AiModelSettings } from '#lib/config';

/** The name of our own model, which needs no server. */
export const RULES = 'rules';

/** The sources of models. */
export const MODEL_ORIGINS = ['file', 'environment', 'console'] as const;

/** A model that can be called, and its source. */
export interface KnownModel {
  settings: AiModelSettings;
  source: (typeof MODEL_ORIGINS)[number];
  /** Switched off in the console, it is not called. */
  enabled: boolean;
}

/** A model in use. */
export interface PanelModel {
  name: string;
  /** Null for `rules`, and for a name without a known server. */
  settings: AiModelSettings | null;
}

/** All models: what the operator set up comes before a model of the console with the same name. */
export function knownModels<Model extends KnownModel>(own: readonly Model[], console: readonly Model[]): Model[] {
  const taken = new Set(own.map(({ settings }) => settings.name));
  return [...own, ...console.filter(({ settings }) => !taken.has(settings.name))];
}

/**
 * The models in use, in the order in which they count.
 * @param selected `AI_MODELS`; null: all that are known. What is switched off is left out. Nothing left: `rules`.
 */
export function selectPanelModels(selected: readonly string[] | null, known: readonly KnownModel[]): PanelModel[] {
  const off = new Set(known.flatMap(({ enabled, settings }) => (enabled ? [] : settings.name)));
  const names = (selected ?? known.map(({ settings }) => settings.name)).filter((name) => !off.has(name));
  return (names.length === 0 ? [RULES] : names).map((name) => ({ name, settings: findSettings(name, known) }));
}

/**
 * The models that a drain began with, whatever has been added or removed since: its majority is one of theirs. What was changed
 * counts at once, such as an address that was fixed; a model that was removed is called as it was.
 */
export function selectDrainModels(began: readonly PanelModel[], known: readonly KnownModel[]): PanelModel[] {
  return began.map(({ name, settings }) => ({ name, settings: findSettings(name, known) ?? settings }));
}

function findSettings(name: string, known: readonly KnownModel[]): AiModelSettings | null {
  return known.find(({ settings }) => settings.name === name)?.settings ?? null;
}

/** Whether every model can be called. */
export function areConfigured(models: readonly PanelModel[]): boolean {
  return models.every(({ name, settings }) => name === RULES || settings !== null);
}
