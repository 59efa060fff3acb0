import type { ChatMessage } from '../prompts/prompt';

const MOST_BYTES_PER_TOKEN = 7;

/**
 * The fewest tokens that any tokenizer in use makes of these messages. Vendors name 0.3 tokens a letter and 0.6 a Chinese
 * character (DeepSeek), and at most three digits stand in one token; this stays below each, and below a seventh of the bytes.
 */
function minimumTokens(messages: readonly ChatMessage[]): number {
  const text = messages.map(({ content }) => content).join('');
  const digits = text.match(/\d/g)?.length ?? 0;
  const wide = text.match(/[^\u0000-\u007f]/gu)?.length ?? 0;
  const byKind = digits / 3 + wide * 0.4 + (text.length - digits - wide) / 8;
  return Math.floor(Math.min(byKind, Buffer.byteLength(text) / MOST_BYTES_PER_TOKEN));
}

const SHORTEST_CONTEXT = 2048;
const LONGEST_CONTEXT = 131_072;

/**
 * Whether a server read only part of a prompt, as Ollama does silently: it counts fewer tokens than the text can be, or
 * exactly as many as a context has (a power of two), which a whole prompt hits once in some thousands.
 */
export function wasCut(promptTokens: number, messages: readonly ChatMessage[]): boolean {
  if (promptTokens === 0) return false;
  if (promptTokens < minimumTokens(messages)) return true;
  return (
    promptTokens >= SHORTEST_CONTEXT && promptTokens <= LONGEST_CONTEXT && Number.isInteger(Math.log2(promptTokens))
  );
}
