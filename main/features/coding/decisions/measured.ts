/** Components of a measurement: LOINC code, name, value and UCUM unit from what the note says. */
import { z } from 'zod';
import type { Decision } from '../../../../shared/model/coding/desk.ts';
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';
import type { NeutralEntity } from '../../../../shared/model/export/export.ts';
import data from './measurements.json' with { type: 'json' };

type Component = NeutralEntity['components'][number];

const { measurements, pressure, units } = z
  .object({
    measurements: z.array(
      z.object({
        names: z.array(z.string()),
        loinc: z.string(),
        display: z.string(),
        units: z.array(z.string()),
      }),
    ),
    pressure: z.array(z.string()),
    units: z.record(z.string(), z.string()),
  })
  .parse(data);
const byName = new Map(measurements.flatMap((one) => one.names.map((name) => [name, one])));
const unitsByName = new Map(Object.entries(units));

/** "BP 130/80" and "Temp. 38.2 C" without what was measured. */
const nameOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(?<![\p{L}\d])[<>≤≥]?\s*\d.*$/su, '')
    .replace(/\s*(?:is|was|of|[:=-])?\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Empty where the note gives no value. A value is never guessed, nor its unit. */
export function componentsOf({ text, kind, hints }: NoteEntity, decision: Decision): Component[] {
  const value = hints?.value?.trim() ?? '';
  if (value === '' || (kind !== 'vital' && kind !== 'order')) return [];
  const name = nameOf(text);
  const written = hints?.unit?.trim() ?? '';
  const ucum = unitsByName.get(written.toLowerCase());
  // A unit that UCUM is not known to have stays beside its value, as it was written.
  const said = ucum === undefined && written !== '' ? `${value} ${written}` : value;
  const decided = decision.codes.find(({ ontology }) => ontology === 'loinc');
  if (kind === 'vital' && pressure.includes(name)) {
    const both = pressuresOf(value, written === '' ? '' : ucum);
    if (both) return both;
  }
  const known = kind === 'vital' ? byName.get(name) : undefined;
  const fits = known !== undefined && (written === '' || known.units.includes(ucum ?? ''));
  if (decided) return [[decided.code, decided.name, said, ucum ?? '']];
  return [[fits ? known.loinc : '', fits ? known.display : text, said, ucum ?? '']];
}

/** Undefined where it is no pair of pressures in mmHg. */
function pressuresOf(value: string, ucum: string | undefined): Component[] | undefined {
  const [, systolic, diastolic] = /^(\d{2,3})\s*\/\s*(\d{2,3})$/.exec(value) ?? [];
  if (!systolic || !diastolic || (ucum !== '' && ucum !== 'mm[Hg]')) return undefined;
  return (
    [
      ['systolic', systolic],
      ['diastolic', diastolic],
    ] as const
  ).flatMap(([name, part]): Component[] => {
    const known = byName.get(name);
    return known ? [[known.loinc, known.display, part, ucum]] : [];
  });
}
