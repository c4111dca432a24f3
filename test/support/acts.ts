/** What a plan orders, stops or leaves open, for tests. */
import { actIn } from '../../shared/model/export/acts/act-status.ts';
import type { NeutralEntity } from '../../shared/model/export/export.ts';

/** An accepted entity without a code. */
export const neutralEntity = (
  kind: string,
  text: string,
  more: Partial<NeutralEntity> = {},
): NeutralEntity =>
  ({
    kind,
    text,
    decision: 'accepted',
    codes: [],
    negated: false,
    suspected: false,
    performed: false,
    components: [],
    ...more,
  }) as NeutralEntity;

/** A section of a note that is its plan. */
export const plan = (text: string) => [{ title: 'Plan', text }];

/** Medicines that lines of these tests may name. */
const medicines = [
  'aspirin',
  'clopidogrel',
  'ramipril',
  'losartan',
  'furosemide',
  'simvastatin',
  'clarithromycin',
  'atenolol',
];

/** Each medicine that the text names, in its order, with what is read of it. */
export const readIn = (text: string, title = 'Plan', key?: string): string =>
  medicines
    .map((name) => ({ name, at: text.toLowerCase().indexOf(name) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
    .map(({ name }) => {
      const sections = [{ title, text, ...(key !== undefined && { key }) }];
      return `${name} ${actIn(sections, name, medicines)?.status}`;
    })
    .join(', ');
