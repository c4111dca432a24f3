/** Code and values of an observation. */
import type { NeutralEntity } from '../../../../../shared/model/export/export.ts';
import { type CodeableConcept, LOINC, UCUM } from './types.ts';

type Component = NeutralEntity['components'][number];
type Members = Record<string, unknown>;

/**
 * One value belongs to the observation itself; several are its components. A component without a
 * value says nothing and is left out.
 */
export function measured({ components, text }: NeutralEntity, code: CodeableConcept): Members {
  const said = components.filter(([, , value]) => String(value).trim() !== '');
  const [first] = said;
  if (!first) return { code };
  if (said.length === 1) {
    const [loinc] = first;
    const isKnown = code.coding?.some((coding) => coding.system === LOINC) ?? false;
    const withCode = { coding: [...(codingOf(first) ?? []), ...(code.coding ?? [])], text };
    return { code: isKnown || loinc === '' ? code : withCode, ...observedValue(first) };
  }
  return {
    code,
    component: said.map((one) => {
      const coding = codingOf(one);
      return {
        code: { ...(coding && { coding }), text: one[1] || one[0] || text },
        ...observedValue(one),
      };
    }),
  };
}

const codingOf = ([loinc, display]: Component) =>
  loinc === '' ? undefined : [{ system: LOINC, code: loinc, display: display || loinc }];

const COMPARATORS: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=' };

/**
 * A plain number with its unit, also one that is a limit ("<5"); any other value stays text, and so
 * does a number with more digits than JSON carries.
 */
function observedValue([, , value, ucum]: Component): Members {
  const written = String(value).trim();
  const [, sign, number] = /^([<>]=?|[≤≥])?\s*(-?\d+(?:\.\d+)?)$/.exec(written) ?? [];
  if (number === undefined || !isExact(number))
    return { valueString: `${written}${ucum && ` ${ucum}`}` };
  return {
    valueQuantity: {
      value: Number(number),
      ...(sign && { comparator: COMPARATORS[sign] ?? sign }),
      ...(ucum && { unit: ucum, system: UCUM, code: ucum }),
    },
  };
}

const isExact = (number: string) => {
  const plain = number
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return String(Number(number)) === (plain === '-0' ? '0' : plain);
};
