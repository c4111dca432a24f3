/** Several lines of text to fill in, with their label and explanation. */
import {
  FieldError,
  Label,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from 'react-aria-components';

type LinesProps = Omit<TextFieldProps, 'children' | 'className' | 'style'> & {
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly rows?: number;
};

export function Lines({ label, hint, problem, rows = 3, ...rest }: LinesProps) {
  return (
    <TextField {...rest} isInvalid={problem !== undefined} className="field field-wide">
      <Label className="label">{label}</Label>
      <TextArea className="input lines" rows={rows} />
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="problem">{problem}</FieldError>
    </TextField>
  );
}
