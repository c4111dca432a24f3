/**
 * A Failure in the doctor's words: by its detail, else by its code; never its message, which is for
 * engineers.
 */
import { type Failure, failureCodes } from '../../shared/failure.ts';

/** The words of the interface, in the language that it speaks when they are asked for. */
export type Catalogue = {
  readonly exists: (key: string) => boolean;
  readonly t: (key: string, values?: Readonly<Record<string, unknown>>) => string;
};

export function failureWords({ exists, t }: Catalogue, error: unknown): string {
  const { code, detail } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as Partial<Failure>;
  if (typeof detail === 'string' && exists(`failure.${detail}`)) return t(`failure.${detail}`);
  return t(`failure.${failureCodes.find((known) => known === code) ?? 'broken'}`);
}
