import type { ReactNode } from 'react';
import { useFormats } from '../i18n/formats';
import { defineMessages, useMessages } from '../i18n/messages';
import { ChangeInYuan } from '../parts/change';
import type { Bar } from './bar';
import styles from './day-facts.module.css';
import { findDayValues } from './day-values';

const messages = defineMessages({
  zh: {
    of: (day: string) => `${day} 的行情`,
    previousClose: '昨收',
    change: '涨跌',
    amplitude: '振幅',
    turnover: '换手',
    volumeRatio: '量比',
    volumeRatioIs: '当日成交量 ÷ 前 5 个交易日的均量',
    floatCap: '流通市值',
  },
  en: {
    of: (day) => `The market on ${day}`,
    previousClose: 'Prev. close',
    change: 'Change',
    amplitude: 'Amplitude',
    turnover: 'Turnover',
    volumeRatio: 'Volume ratio',
    volumeRatioIs: 'The day’s volume over the mean of the 5 trading days before',
    floatCap: 'Float cap',
  },
});

/** The newest day of a stock in a line. @param bars Daily and forward-adjusted, oldest first. */
export function DayFacts({ bars, floatCapYi }: { bars: readonly Bar[]; floatCapYi: number | null }): ReactNode {
  const t = useMessages(messages);
  const formats = useFormats();
  const values = findDayValues(bars);
  if (values === undefined) return null;
  return (
    <dl className={`figure ${styles.facts}`} aria-label={t.of(values.day)} title={t.of(values.day)}>
      <Fact name={t.previousClose}>{formats.price(values.previousClose)}</Fact>
      <Fact name={t.change}>
        <ChangeInYuan yuan={values.change} />
      </Fact>
      <Fact name={t.amplitude}>{formats.percent(values.amplitudePct, 2)}</Fact>
      <Fact name={t.turnover}>{formats.percent(values.turnoverPct, 2)}</Fact>
      <Fact name={t.volumeRatio} title={t.volumeRatioIs}>
        {formats.decimal(values.volumeRatio, 2)}
      </Fact>
      <Fact name={t.floatCap}>{formats.capYi(floatCapYi)}</Fact>
    </dl>
  );
}

function Fact({ name, title, children }: { name: string; title?: string; children: ReactNode }): ReactNode {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
