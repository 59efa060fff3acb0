import { checkedAnswer } from './checked-answer';

it('judgements, outlook and items of an answer are read', () => {
  const judgement = { primaryPhaseHint: 'markup', cycleEvents: ['SOS', 5], evidenceNote: null };
  expect(
    checkedAnswer({
      outlook: '上涨',
      judgements: [{ date: '2026-11-20', judgement }, { date: 7 }, null],
      items: [{ key: 'roe', point: true, reason: 'high' }, { key: 'x', point: 'yes', reason: 'r' }, 'nonsense'],
    }),
  ).toEqual({
    outlook: '上涨',
    judgements: [
      {
        date: '2026-11-20',
        fields: [
          ['primaryPhaseHint', 'markup'],
          ['cycleEvents', ['SOS']],
          ['evidenceNote', null],
        ],
      },
    ],
    items: [
      { key: 'roe', point: true, reason: 'high' },
      { key: 'x', point: null, reason: 'r' },
    ],
  });
});

it.each([null, 'text', [], { judgements: 5 }])('nothing is read from the answer %j', (answer) => {
  expect(checkedAnswer(answer)).toEqual({ outlook: null, judgements: [], items: [] });
});
