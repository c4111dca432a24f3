/**
 * Leads to the signature: to the first finding that nobody has looked at, or to the question
 * whether to sign.
 */
import { Button } from '../../ui/Button.tsx';
import { wayToSign } from '../visits/note/sign-flow.ts';

export function SignButton({ label }: { readonly label: string }) {
  return (
    <Button look="quiet" onPress={() => wayToSign()?.()}>
      {label}
    </Button>
  );
}
