/** What the platform read in a document, as a table; what lies outside its own range is marked by a word, not by colour alone. */
import type { PatientDocument } from '../../../../shared/model/clinic/document.ts';
import { useWords } from '../../../ui/useWords.ts';
import { ports } from './range.ts';

export function DocumentResult({
  document: { result, practice },
}: {
  readonly document: PatientDocument;
}) {
  const { t } = useWords();
  if (!result) return null;
  const { tests, facts } = result;
  return (
    <div className="document-result">
      {practice && <p className="hint">{t('documents.practice')}</p>}
      {tests.length > 0 && (
        <div
          className="table-wrap audit"
          tabIndex={0}
          role="region"
          aria-label={t('documents.result')}
        >
          <table>
            <thead>
              <tr>
                {(['test', 'value', 'unit', 'range', 'loinc'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`documents.columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {tests.map(({ name, value, unit, range, loinc }, index) => {
                const where = ports(value, range);
                return (
                  <tr key={index}>
                    <th scope="row">{name}</th>
                    <td className="figures">
                      <strong>{value}</strong>
                      {where && <span className="outside"> {t(`documents.outside.${where}`)}</span>}
                    </td>
                    <td>{unit}</td>
                    <td className="figures">{range}</td>
                    <td className="figures">{loinc}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(({ name, value }, index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {tests.length === 0 && facts.length === 0 && (
        <p className="hint">{t('documents.nothingRead')}</p>
      )}
    </div>
  );
}
