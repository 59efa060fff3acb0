import { createTheme, type MantineColorsTuple } from '@mantine/core';

const accent: MantineColorsTuple = [
  ...(['#e8f0fe', '#cfdffc', '#a6c4f9', '#7aa6f5', '#558df2', '#3d7cef'] as const),
  ...(['#1f5fd6', '#1a52bb', '#14439b', '#0e337a'] as const),
];

/** Text, borders, fields and grounds of the dark scheme, as tokens.css has them. */
const dark: MantineColorsTuple = [
  ...(['#e6eaf0', '#c3cad4', '#a3adba', '#8590a0', '#2a323d'] as const),
  ...(['#232b35', '#1c232c', '#151a21', '#12161c', '#0e1116'] as const),
];

/** Mantine in the console's own measures: dense, one border, no shadows but on what floats. */
export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent, dark },
  primaryShade: { light: 6, dark: 6 },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '11px', sm: '12.5px', md: '13px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '22px', xl: '26px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    DateInput: { defaultProps: { size: 'xs' } },
    DatePickerInput: { defaultProps: { size: 'xs' } },
    FileInput: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
  },
});
