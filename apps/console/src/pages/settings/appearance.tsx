import { SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { Change } from '../../parts/change';
import { Panel } from '../../parts/page';
import { type Preferences, setPreferences, usePreferences } from '../../preferences/preferences';
import { useWords } from '../../words/words';
import { settingsWords } from './settings-words';
import styles from './settings.module.css';

const SAMPLE_PCT = 7.59;

/** Language, light or dark, price colours, candles, rows: kept in this browser. */
export function Appearance(): ReactNode {
  const say = useWords(settingsWords);
  const preferences = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const pick = <Name extends keyof Preferences>(
    name: Name,
    label: string,
    choices: readonly { value: Preferences[Name] & string; label: string }[],
  ): ReactNode => (
    <>
      <dt>{label}</dt>
      <dd>
        <SegmentedControl
          aria-label={label}
          value={String(preferences[name])}
          data={[...choices]}
          onChange={(value) => setPreferences({ [name]: value })}
        />
      </dd>
    </>
  );
  return (
    <Panel title={say.appearance}>
      <dl className={styles.settings}>
        {pick('language', say.language, [
          { value: 'zh', label: '中文' },
          { value: 'en', label: 'English' },
        ])}
        <dt>{say.theme}</dt>
        <dd>
          <SegmentedControl
            aria-label={say.theme}
            value={colorScheme}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: say[value] }))}
            onChange={setColorScheme}
          />
        </dd>
        {pick('priceColours', say.priceColours, [
          { value: 'red-up', label: say.redUp },
          { value: 'green-up', label: say.greenUp },
          { value: 'orange-blue', label: say.orangeBlue },
        ])}
        <dt>{say.sample}</dt>
        <dd>
          <Change percent={SAMPLE_PCT} /> <Change percent={-SAMPLE_PCT} /> <Change percent={0} />
        </dd>
        <dt>{say.hollow}</dt>
        <dd>
          <Switch
            aria-label={say.hollow}
            checked={preferences.hollowUp}
            onChange={({ currentTarget: { checked } }) => setPreferences({ hollowUp: checked })}
          />
        </dd>
        {pick('rows', say.rows, [
          { value: 'compact', label: say.compact },
          { value: 'comfortable', label: say.comfortable },
        ])}
      </dl>
      <p className={styles.quiet}>{say.keptHere}</p>
    </Panel>
  );
}
