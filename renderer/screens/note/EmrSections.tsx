/** The EMR template as a doctor reads it: sections of findings, with what belongs to each and its codes. */
import type { EmrSection } from '../../words/emr.ts';
import { useWords } from '../../parts/useWords.ts';

/** What the platform calls a thing is made readable where the catalogue has no word for it. */
const plain = (key: string) => {
  const words = key.replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function EmrSections({ sections }: { readonly sections: readonly EmrSection[] }) {
  const { t, exists, language } = useWords();
  const word = (group: 'section' | 'fact', key: string) => (exists(`emr.${group}.${key}`) ? t(`emr.${group}.${key}`) : plain(key));
  if (sections.length === 0) return <p lang={language}>{t('emr.empty')}</p>;
  return (
    <div className="emr">
      {sections.map(({ key, items }, index) => (
        <section key={index}>
          <h3 lang={language}>{word('section', key)}</h3>
          <ul>
            {items.map((item, index) => (
              <li key={index}>
                <p className="emr-name">{item.name}</p>
                {item.facts.length > 0 && <p className="emr-facts">{item.facts.map(([label, value]) => <span key={label}><span className="quiet" lang={language}>{word('fact', label)}:</span> {value}</span>)}</p>}
                {item.codes.length > 0 && <p className="emr-codes"><span className="unseen" lang={language}>{t('emr.codes')}</span>{item.codes.map((code, at) => <span key={at} className="code">{code}</span>)}</p>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
