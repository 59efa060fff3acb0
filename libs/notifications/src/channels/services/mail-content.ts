import type { Message } from '../../domain/message';
import { plainEnding, restEnding } from '../rendering/endings';
import { htmlLink, toHtmlText } from '../rendering/html-text';
import { layOutParts } from '../rendering/lay-out-parts';
import { cutText, toReadableLine, toSafeLink } from '../rendering/readable-text';

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const LONGEST_SUBJECT = 200;

/** A message as mail, whole: mail has no limit that ten lines could reach. */
export function mailContent(message: Message): MailContent {
  const subject = cutText(toReadableLine(message.title), LONGEST_SUBJECT);
  const link = toSafeLink(message.link);
  const dialect = { longestTitle: LONGEST_SUBJECT, fits: () => true };
  const [plain] = layOutParts(message, { ...dialect, separator: '\n', line: (text) => text, ending: plainEnding });
  const [html] = layOutParts(message, {
    ...dialect,
    separator: '\n',
    line: (text) => `<p>${toHtmlText(text)}</p>`,
    ending: (rest) => {
      const text = restEnding(rest);
      if (link === null) return text === null ? null : `<p>${text}</p>`;
      return `<p>${htmlLink(link, text ?? '查看')}</p>`;
    },
  });
  return {
    subject,
    text: `${plain?.text ?? ''}\n`,
    html: `<!doctype html>\n<h3>${toHtmlText(subject)}</h3>\n${html?.text ?? ''}\n`,
  };
}
