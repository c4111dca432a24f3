/** Something that is so or not: a tick box for a statement, a switch for a setting. */
import { Check as Tick } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox, Switch } from 'react-aria-components';

type Props = {
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly isDisabled?: boolean;
};

export function Check({ children, hint, on, onChange, isDisabled = false }: Props) {
  return (
    <Checkbox className="check" isSelected={on} onChange={onChange} isDisabled={isDisabled}>
      <span className="check-box" aria-hidden="true">
        <Tick className="check-tick" />
      </span>
      <span className="check-words">
        <span>{children}</span>
        {hint && <span className="hint">{hint}</span>}
      </span>
    </Checkbox>
  );
}

export function Toggle({ children, hint, on, onChange, isDisabled = false }: Props) {
  return (
    <Switch className="toggle" isSelected={on} onChange={onChange} isDisabled={isDisabled}>
      <span className="check-words">
        <span>{children}</span>
        {hint && <span className="hint">{hint}</span>}
      </span>
      <span className="toggle-track" aria-hidden="true">
        <span className="toggle-thumb" />
      </span>
    </Switch>
  );
}
