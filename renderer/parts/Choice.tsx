/** One of two or three, all in view. */
import { Label, Radio, RadioGroup } from 'react-aria-components';

type Props<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly id: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
};

export function Choice<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <RadioGroup className="field choice" value={value} onChange={(next) => onChange(next as T)} orientation="horizontal">
      <Label className="label">{label}</Label>
      <div className="choice-options">
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className="choice-option">{option.label}</Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
