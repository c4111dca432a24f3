/** A button: an icon where it helps, and always a word. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';

type ButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style'> & {
  readonly children: ReactNode;
  readonly icon?: LucideIcon;
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** `big` is the one control of a screen: 64 px and more. */
  readonly size?: 'normal' | 'big';
};

export function Button({
  children,
  icon: Icon,
  look = 'plain',
  size = 'normal',
  ...rest
}: ButtonProps) {
  return (
    <AriaButton {...rest} className={`button button-${look} button-${size}`}>
      {Icon && <Icon aria-hidden="true" className="icon" />}
      <span>{children}</span>
    </AriaButton>
  );
}
