import { SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { Change } from '../../parts/change';
import { Panel } from '../../parts/page';
import { type Preferences, setPreferences, usePreferences } from '../../preferences/preferences';
import { useMessages } from '../../i18n/messages';
import { settingsMessages } from './settings-messages';
import styles from './settings.module.css';

const SAMPLE_PCT = 7.59;

/** Language, light or dark, price colours, candles, rows: kept in this browser. */
export function Appearance(): ReactNode {
  const t = useMessages(settingsMessages);
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
    <Panel title={t.appearance}>
      <dl className={styles.settings}>
        {pick('language', t.language, [
          { value: 'zh', label: '中文' },
          { value: 'en', label: 'English' },
        ])}
        <dt>{t.theme}</dt>
        <dd>
          <SegmentedControl
            aria-label={t.theme}
            value={colorScheme}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t[value] }))}
            onChange={setColorScheme}
          />
        </dd>
        {pick('priceColours', t.priceColours, [
          { value: 'red-up', label: t.redUp },
          { value: 'green-up', label: t.greenUp },
          { value: 'orange-blue', label: t.orangeBlue },
        ])}
        <dt>{t.sample}</dt>
        <dd>
          <Change percent={SAMPLE_PCT} /> <Change percent={-SAMPLE_PCT} /> <Change percent={0} />
        </dd>
        <dt>{t.hollow}</dt>
        <dd>
          <Switch
            aria-label={t.hollow}
            checked={preferences.hollowUp}
            onChange={({ currentTarget: { checked } }) => setPreferences({ hollowUp: checked })}
          />
        </dd>
        {pick('rows', t.rows, [
          { value: 'compact', label: t.compact },
          { value: 'comfortable', label: t.comfortable },
        ])}
      </dl>
      <p className={styles.quiet}>{t.keptHere}</p>
    </Panel>
  );
}
