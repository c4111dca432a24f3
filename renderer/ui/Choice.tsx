/** One of two or three, all in view. */
import { FieldError, Label, Radio, RadioGroup, Text } from 'react-aria-components';

type Props<T extends string> = {
  readonly label: string;
  /** A value that is none of the options stands for nothing chosen yet. */
  readonly value: T;
  readonly options: readonly { readonly id: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
};

export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  problem,
}: Props<T>) {
  // Null, not an empty word: with a value that none of them has, no option could be reached by
  // keyboard.
  const chosen = options.some(({ id }) => id === value) ? value : null;
  return (
    <RadioGroup
      className="field choice"
      value={chosen}
      onChange={(next) => onChange(next as T)}
      orientation="horizontal"
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <Label className="label">{label}</Label>
      <div className="choice-options">
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className="choice-option">
            {option.label}
          </Radio>
        ))}
      </div>
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="problem">{problem}</FieldError>
    </RadioGroup>
  );
}
