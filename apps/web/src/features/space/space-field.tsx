import type { OwnSpace } from '@polylogue/contract';
import field from '../../ui/field/field.module.css';
import { Field } from '../../ui/field/field.tsx';

interface SpaceFieldProps {
  spaces: readonly OwnSpace[];
  value: string;
  onChange(space_id: string): void;
}

export function SpaceField({ spaces, value, onChange }: SpaceFieldProps) {
  return (
    <Field label="Space">
      {(tied) => (
        <select
          {...tied}
          className={field.input}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {spaces.map(({ space }) => (
            <option key={space.space_id} value={space.space_id}>
              {space.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
