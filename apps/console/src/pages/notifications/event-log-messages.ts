import { defineMessages } from '../../i18n/messages';

/** What the event log says around its events. */
export const eventLogMessages = defineMessages({
  zh: {
    title: '事件记录',
    means: '发生过的事，最新的在前；规则从这里挑出要告诉你的。',
    none: '还没有发生过什么。扫描、阶段变化、到期复核等会记在这里。',
    noneSuch: '还没有这一类事件。',
    type: '类型',
    all: '全部',
    when: '时间',
    what: '发生了什么',
    more: '再看更早的',
  },
  en: {
    title: 'Event log',
    means: 'What happened, newest first; your rules choose from it what you are told.',
    none: 'Nothing has happened yet. Scans, changes of phases, due reviews and more appear here.',
    noneSuch: 'There is no event of this type yet.',
    type: 'Type',
    all: 'All',
    when: 'When',
    what: 'What happened',
    more: 'Show earlier ones',
  },
});
