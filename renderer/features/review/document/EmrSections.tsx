/** The EMR template as a doctor reads it: sections of findings, with what belongs to each, its codes, and what the doctor added. */
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import type { EmrSection } from '../../../../shared/model/note/emr-sections.ts';
import type { Addition, FindingContext } from '../../../../shared/model/note/findings.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Button } from '../../../ui/Button.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { Details } from './Details.tsx';
import { additionOf, canOffer, contextOf, orphansOf } from './details-format.ts';

/** What the platform calls a thing is made readable where the catalogue has no word for it. */
const plain = (key: string) => {
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

type Open = { readonly section: string; readonly name: string; readonly context: FindingContext };

export function EmrSections({
  sections,
  visit,
}: {
  readonly sections: readonly EmrSection[];
  readonly visit?: Visit | undefined;
}) {
  const { t, exists, language } = useWords();
  const [open, setOpen] = useState<Open | undefined>();
  const word = (group: 'section' | 'fact', key: string) =>
    exists(`emr.${group}.${key}`) ? t(`emr.${group}.${key}`) : plain(key);
  if (sections.length === 0) return <p lang={language}>{t('emr.empty')}</p>;
  const additions = visit?.additions;
  const offering = visit !== undefined && canOffer(visit, sections);
  const lost = orphansOf(additions, sections);
  return (
    <div className="emr">
      {sections.map(({ key, items }, index) => {
        const context = offering ? contextOf(key) : undefined;
        return (
          <section key={index}>
            <h3 lang={language}>{word('section', key)}</h3>
            <ul>
              {items.map((item, index) => (
                <li key={index} className="emr-item">
                  <div>
                    <p className="emr-name">{item.name}</p>
                    {item.facts.length > 0 && (
                      <p className="emr-facts">
                        {item.facts.map(([label, value]) => (
                          <span key={label}>
                            <span className="quiet" lang={language}>
                              {word('fact', label)}:
                            </span>{' '}
                            {value}
                          </span>
                        ))}
                      </p>
                    )}
                    {item.codes.length > 0 && (
                      <p className="emr-codes">
                        <span className="unseen" lang={language}>
                          {t('emr.codes')}
                        </span>
                        {item.codes.map((code, at) => (
                          <span key={at} className="code">
                            {code}
                          </span>
                        ))}
                      </p>
                    )}
                    <Added addition={additionOf(additions, key, item.name)} />
                  </div>
                  {context && (
                    <span className="emr-way" lang={language}>
                      <Button
                        look="quiet"
                        icon={ListPlus}
                        aria-label={t('details.openNamed', { name: item.name })}
                        onPress={() => setOpen({ section: key, name: item.name, context })}
                      >
                        {t('details.open')}
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {lost.length > 0 && (
        <section>
          <h3 lang={language}>{t('details.lost')}</h3>
          <ul>
            {lost.map((one, index) => (
              <li key={index}>
                <p className="emr-name">{one.name}</p>
                <Added addition={one} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {open && visit && (
        <div lang={language}>
          <Details
            visit={visit}
            {...open}
            addition={additionOf(additions, open.section, open.name)}
            onClose={() => setOpen(undefined)}
          />
        </div>
      )}
    </div>
  );
}

function Added({ addition }: { readonly addition: Addition | undefined }) {
  const { t, language } = useWords();
  if (!addition) return null;
  return (
    <p className="emr-facts emr-added">
      <span className="quiet" lang={language}>
        {t('details.added')}
      </span>
      {addition.values.map(({ id, label, text }) => (
        <span key={id}>
          <span className="quiet">{label}:</span> {text}
        </span>
      ))}
    </p>
  );
}
