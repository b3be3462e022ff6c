import type { Preference } from '../../../lib/state/preference.ts';
import { usePreference } from '../../../lib/state/use-preference.ts';
import {
  chosenTheme,
  density,
  isMac,
  sendKey,
  ToggleGroup,
  textSize,
  themeChoices,
} from '../../../ui/index.ts';
import form from '../form.module.css';

const sizes = [
  { value: 'small', label: 'Small' },
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Large' },
  { value: 'larger', label: 'Larger' },
] as const;

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;

/** How things look in this browser, and which key sends. */
export function AppearanceSection() {
  const mod = isMac() ? '⌘' : 'Ctrl';
  const keys = [
    { value: 'enter', label: 'Enter' },
    { value: 'mod-enter', label: `${mod}+Enter` },
  ] as const;
  return (
    <>
      <p className={form.note}>This is kept in this browser, and takes effect at once.</p>
      <Choice label="Theme" of={chosenTheme} choices={themeChoices} />
      <Choice label="Text size" of={textSize} choices={sizes} />
      <Choice label="Density" of={density} choices={densities} />
      <Choice label="Send a message with" of={sendKey} choices={keys} />
      <p className={form.note}>
        Shift+Enter always adds a line; with {mod}+Enter chosen, so does Enter alone.
      </p>
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  of: Preference<Value>;
  choices: Parameters<typeof ToggleGroup<Value>>[0]['choices'];
}

function Choice<Value extends string>({ label, of, choices }: ChoiceProps<Value>) {
  return <ToggleGroup label={label} choices={choices} value={usePreference(of)} onChange={of.choose} />;
}
