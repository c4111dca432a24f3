/** A line of text to fill in, with its label, hint and problem. */
import { type ReactNode, useState } from 'react';
import {
  FieldError,
  Input,
  Label,
  Text,
  TextField,
  type TextFieldProps,
} from 'react-aria-components';

type FieldProps = Omit<TextFieldProps, 'children' | 'className' | 'style'> & {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly placeholder?: string;
  readonly wide?: boolean;
  /** Said below the line where it is read only (`isReadOnly`). */
  readonly locked?: ReactNode;
  /** Keeps room for the problem, so that nothing below moves when it appears. */
  readonly keepsPlace?: boolean;
};

export function Field({
  label,
  hint,
  problem,
  placeholder,
  wide = false,
  locked,
  keepsPlace = false,
  ...rest
}: FieldProps) {
  return (
    <TextField
      {...rest}
      isInvalid={problem !== undefined}
      className={wide ? 'field field-wide' : 'field'}
    >
      <Label className="label">{label}</Label>
      <Input className="input" {...(placeholder === undefined ? {} : { placeholder })} />
      {(hint || locked) && (
        <Text slot="description" className="hint">
          {hint} {locked}
        </Text>
      )}
      {keepsPlace ? (
        <div className="problem-place">
          <FieldError className="problem">{problem}</FieldError>
        </div>
      ) : (
        <FieldError className="problem">{problem}</FieldError>
      )}
    </TextField>
  );
}

/** State of a few fields that are sent together. */
export function useFields<T extends Record<string, string>>(start: T) {
  const [values, setValues] = useState(start);
  const set = (name: keyof T) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  return { values, set, setValues };
}
