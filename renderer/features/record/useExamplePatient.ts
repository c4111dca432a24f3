/** Fills in the invented patient of the practice visit, so that name and note agree. */
import { useEffect, useRef } from 'react';
import { PATIENT_FIELD } from '../../common/field-ids.ts';

/** Only into an empty field, or over the name that it filled in before; a cleared field stays. */
export function useExamplePatient(
  example: string | undefined,
  name: string,
  fill: (name: string) => void,
): void {
  const filled = useRef('');
  useEffect(() => {
    if (!example || example === filled.current || (name !== '' && name !== filled.current)) return;
    filled.current = example;
    fill(example);
    // Typing replaces it.
    requestAnimationFrame(() => selectIfFocused(example));
  }, [example, name, fill]);
}

function selectIfFocused(example: string): void {
  const field = document.getElementById(PATIENT_FIELD);
  if (
    field instanceof HTMLInputElement &&
    field === document.activeElement &&
    field.value === example
  )
    field.select();
}
