import type { FoundError } from '../answers/read-answer';

const MOST_NAMED = 60;

/** Version 1 of the repair message. It names the errors in our own sentences; the model's text is not repeated. */
export function repairMessage1(errors: readonly FoundError[]): string {
  const lines = errors
    .filter(({ repairable }) => repairable)
    .slice(0, MOST_NAMED)
    .map(
      ({ date, field, error }) =>
        `- ${[date, field].filter((part) => part !== null).join(' ') || '整个回答'}: ${error}`,
    );
  return `上面的回答有下列错误，这些部分没有被采用：
${lines.join('\n')}
请按原任务重新输出完整的一个 JSON 对象，改正这些错误，只用允许的词，不加解释。`;
}
