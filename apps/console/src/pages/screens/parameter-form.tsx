import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { usePreferences } from '../../preferences/preferences';
import { FormField } from './form-field';
import { NumberField } from './number-field';
import {
  counts,
  fits,
  type ParameterField,
  type ParameterValue,
  type ParameterValues,
  readValue,
} from './parameter-fields';
import { wordOf } from './screen-words';
import { screensMessages } from './screens-messages';

/** The parameters of a screen that count with its values; others keep what they are. */
export function ParameterForm({
  fields,
  values,
  onChange,
}: {
  fields: readonly ParameterField[];
  values: ParameterValues;
  onChange: (values: ParameterValues) => void;
}): ReactNode {
  const t = useMessages(screensMessages);
  const { language } = usePreferences();
  const formats = useFormats();
  const shown = fields.filter((field) => counts(field, values));
  const show = (value: ParameterValue): string =>
    typeof value === 'boolean'
      ? value
        ? t.yes
        : t.no
      : typeof value === 'number'
        ? formats.decimal(value, Number.isInteger(value) ? 0 : 2)
        : wordOf(value, language);
  return shown.map((field) => {
    const value = values[field.name] ?? field.default;
    return (
      <FormField
        key={field.name}
        changed={value !== field.default}
        usual={show(field.default)}
        {...(field.kind === 'number' ? { bounds: `${show(field.min)} – ${show(field.max)}` } : {})}
      >
        <ParameterInput
          field={field}
          value={value}
          onValue={(next) => onChange({ ...values, [field.name]: next })}
          show={show}
        />
      </FormField>
    );
  });
}

function ParameterInput({
  field,
  value,
  onValue,
  show,
}: {
  field: ParameterField;
  value: ParameterValue;
  onValue: (value: ParameterValue) => void;
  show: (value: ParameterValue) => string;
}): ReactNode {
  const { language } = usePreferences();
  const label = field[language];
  switch (field.kind) {
    case 'flag':
      return (
        <Checkbox
          label={label}
          checked={value === true}
          onChange={({ currentTarget }) => onValue(currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          label={label}
          value={String(value)}
          data={field.choices.map((choice) => ({ value: String(choice), label: show(choice) }))}
          onChange={({ currentTarget }) => onValue(readValue(field, currentTarget.value) ?? field.default)}
        />
      );
    case 'number':
      return (
        <NumberField
          label={label}
          min={field.min}
          max={field.max}
          allowDecimal={!field.whole}
          error={!fits(field, value)}
          value={typeof value === 'number' ? value : field.default}
          onValue={onValue}
        />
      );
  }
}
