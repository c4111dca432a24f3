/**
 * The platform's reading of a document, as a table. A value outside of its range is marked by a
 * word, not by colour alone.
 */
import type {
  LabTest,
  PatientDocument,
  DocumentResult as Result,
} from '../../../../shared/model/clinic/document.ts';
import { keyed } from '../../../ui/keyed.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { outOfRange } from './range.ts';

type Props = { readonly document: PatientDocument };

export function DocumentResult({ document: { result, practice } }: Props) {
  const { t } = useLocale();
  if (!result) return null;
  const { tests, facts } = result;
  return (
    <div className="document-result">
      {practice && <p className="hint">{t('documents.practice')}</p>}
      {tests.length > 0 && <TestTable tests={tests} />}
      {facts.length > 0 && <FactList facts={facts} />}
      {tests.length === 0 && facts.length === 0 && (
        <p className="hint">{t('documents.nothingRead')}</p>
      )}
    </div>
  );
}

const columns = ['test', 'value', 'unit', 'range', 'loinc'] as const;

function TestTable({ tests }: Pick<Result, 'tests'>) {
  const { t } = useLocale();
  return (
    <ScrollRegion className="table-wrap audit" label={t('documents.result')}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`documents.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(tests, ({ name, value, unit }) => `${name} ${value} ${unit}`).map(
            ({ key, item }) => (
              <TestRow key={key} test={item} />
            ),
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function TestRow({ test: { name, value, unit, range, loinc } }: { readonly test: LabTest }) {
  const { t } = useLocale();
  const side = outOfRange(value, range);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="figures">
        <strong>{value}</strong>
        {side && <span className="outside"> {t(`documents.outside.${side}`)}</span>}
      </td>
      <td>{unit}</td>
      <td className="figures">{range}</td>
      <td className="figures">{loinc}</td>
    </tr>
  );
}

function FactList({ facts }: Pick<Result, 'facts'>) {
  return (
    <dl className="facts">
      {keyed(facts, ({ name }) => name).map(({ key, item: { name, value } }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
