import type { AiModelSettings } from '#lib/config';
import { areConfigured, type KnownModel, knownModels, selectPanelModels, selectDrainModels } from './panel-models';

const model = (name: string, source: KnownModel['source'] = 'console', enabled = true, of = name): KnownModel => ({
  settings: { name, model: of } as AiModelSettings,
  source,
  enabled,
});
const names = (models: readonly { name: string }[]) => models.map(({ name }) => name);

it('a model of the file replaces one of the console with the same name', () => {
  const known = knownModels([model('a', 'file', true, 'of the file')], [model('a'), model('b')]);
  expect(known.map(({ settings, source }) => [settings.model, source])).toEqual([
    ['of the file', 'file'],
    ['b', 'console'],
  ]);
});

it('the panel without a selection has all known models, without those that are switched off', () => {
  expect(names(selectPanelModels(null, [model('a', 'file'), model('b', 'console', false), model('c')]))).toEqual([
    'a',
    'c',
  ]);
});

it.each([
  [null, [], ['rules']],
  [null, [model('a', 'console', false)], ['rules']],
  [['a'], [model('a', 'console', false)], ['rules']],
  [
    ['b', 'rules', 'a'],
    [model('a'), model('b')],
    ['b', 'rules', 'a'],
  ],
  [['a', 'nowhere'], [model('a')], ['a', 'nowhere']],
])('AI_MODELS %j selects of the known models %#', (selected, known, asked) => {
  expect(names(selectPanelModels(selected, known))).toEqual(asked);
});

it('a name without a server is not configured', () => {
  expect(areConfigured(selectPanelModels(['rules'], []))).toBe(true);
  expect(areConfigured(selectPanelModels(['rules', 'nowhere'], [model('a')]))).toBe(false);
});

it('a drain keeps its models: the added one stays out, the removed one as it was, the changed one as it is', () => {
  const began = selectPanelModels(null, [model('removed'), model('changed')]);
  const now = selectDrainModels(began, [model('changed', 'console', false, 'new'), model('added')]);
  expect(now.map(({ name, settings }) => [name, settings?.model])).toEqual([
    ['removed', 'removed'],
    ['changed', 'new'],
  ]);
});
