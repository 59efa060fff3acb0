import { AI_FAULTS, AiStandIn } from './ai-stand-in';

/** `npm run dev:ai [port]`: a server of models for trials, until Ctrl-C. */
async function main(): Promise<void> {
  const standIn = await AiStandIn.start(Number(process.argv[2] ?? 11_500));
  process.stdout.write(
    [
      'A stand-in for a server of models. Its answers fit the schema and mean nothing.',
      '',
      `  AI_BASE_URL=${standIn.url} AI_MODELS=demo npm start`,
      '',
      'A model with @ in its name always fails in that way, such as AI_MODELS=demo,other@hang',
      `  ${Object.keys(AI_FAULTS).join(' ')}`,
      '',
    ].join('\n'),
  );
  process.once('SIGINT', () => void standIn.stop());
}

void main();
