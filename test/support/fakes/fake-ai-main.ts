import { AI_FAULTS, FakeAiServer } from './fake-ai-server';

/** `npm run dev:ai [port]`: a server of models for trials, until Ctrl-C. */
async function main(): Promise<void> {
  const fakeAi = await FakeAiServer.start(Number(process.argv[2] ?? 11_500));
  process.stdout.write(
    [
      'A fake server of models. Its answers fit the schema and mean nothing.',
      '',
      `  AI_BASE_URL=${fakeAi.url} AI_MODELS=demo npm start`,
      '',
      'A model with @ in its name always fails in that way, such as AI_MODELS=demo,other@hang',
      `  ${Object.keys(AI_FAULTS).join(' ')}`,
      '',
    ].join('\n'),
  );
  process.once('SIGINT', () => void fakeAi.stop());
}

void main();
