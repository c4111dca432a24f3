/**
 * The EMR template as sections of findings, each with its facts, its codes and the details that the
 * doctor added.
 */
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import type { EmrSection } from '../../../../shared/model/note/emr-sections.ts';
import type { Addition, FindingContext } from '../../../../shared/model/note/findings.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Button } from '../../../ui/Button.tsx';
import { keyed } from '../../../ui/keyed.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { additionOf, canOffer, contextOf, orphansOf } from './details-format.ts';
import { FindingDetails } from './FindingDetails.tsx';
import { CodeChips } from './NoteBlocks.tsx';
import { useMarks } from './note-marks.ts';

/** A key of the platform as words, if the catalogue has none for it. */
const readable = (key: string) => {
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

type OpenFinding = {
  readonly section: string;
  readonly name: string;
  readonly context: FindingContext;
};

type Props = {
  readonly sections: readonly EmrSection[];
  readonly visit?: Visit | undefined;
};

export function EmrSections({ sections, visit }: Props) {
  const { t, language } = useLocale();
  const word = useEmrWord();
  const [open, setOpen] = useState<OpenFinding | undefined>();
  if (sections.length === 0) return <p lang={language}>{t('emr.empty')}</p>;
  const additions = visit?.additions;
  const offersDetails = visit !== undefined && canOffer(visit, sections);
  return (
    <div className="emr">
      {keyed(sections, ({ key }) => key).map(({ key, item: section }, at) => {
        const context = offersDetails ? contextOf(section.key) : undefined;
        return (
          <section key={key}>
            <h3 lang={language}>{word('section', section.key)}</h3>
            <ul>
              {keyed(section.items, ({ name }) => name).map(({ key: itemKey, item }) => (
                <li key={itemKey} className="emr-item">
                  <Finding
                    item={item}
                    section={`${at}-${section.key}`}
                    addition={additionOf(additions, section.key, item.name)}
                  />
                  {context && (
                    <DetailsButton
                      name={item.name}
                      onPress={() => setOpen({ section: section.key, name: item.name, context })}
                    />
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <OrphanedAdditions additions={orphansOf(additions, sections)} />
      {open && visit && (
        <div lang={language}>
          <FindingDetails
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

function useEmrWord() {
  const { t, exists } = useLocale();
  return (group: 'section' | 'fact', key: string) =>
    exists(`emr.${group}.${key}`) ? t(`emr.${group}.${key}`) : readable(key);
}

type FindingProps = {
  /** Id of its section (`note-sections.ts`). */
  readonly section: string;
  readonly item: EmrSection['items'][number];
  readonly addition: Addition | undefined;
};

function Finding({ item: { name, facts, codes }, section, addition }: FindingProps) {
  const { t, language } = useLocale();
  const word = useEmrWord();
  return (
    <div>
      <p className="emr-name">
        <FindingName section={section} name={name} />
      </p>
      {facts.length > 0 && (
        <p className="emr-facts">
          {facts.map(([label, value]) => (
            <span key={label}>
              <span className="quiet" lang={language}>
                {word('fact', label)}:
              </span>{' '}
              {value}
            </span>
          ))}
        </p>
      )}
      {codes.length > 0 && (
        <p className="emr-codes">
          <span className="unseen" lang={language}>
            {t('emr.codes')}
          </span>
          {keyed(codes, (code) => code).map(({ key, item }) => (
            <span key={key} className="code">
              {item}
            </span>
          ))}
        </p>
      )}
      <AddedDetails addition={addition} />
    </div>
  );
}

/** With the codes that were accepted for it. */
function FindingName({ section, name }: { readonly section: string; readonly name: string }) {
  const { marked } = useMarks();
  const own = marked.filter(({ entity }) => entity.section === section && entity.text === name);
  if (own.length === 0) return name;
  const isHere = own.some(({ here }) => here);
  return (
    <>
      <mark className={isHere ? 'note-mark note-mark-here' : 'note-mark'}>{name}</mark>
      <CodeChips chips={own.flatMap(({ chips }) => chips)} />
    </>
  );
}

type DetailsButtonProps = { readonly name: string; readonly onPress: () => void };

function DetailsButton({ name, onPress }: DetailsButtonProps) {
  const { t, language } = useLocale();
  return (
    <span className="emr-way" lang={language}>
      <Button
        look="quiet"
        icon={ListPlus}
        aria-label={t('details.openNamed', { name })}
        onPress={onPress}
      >
        {t('details.open')}
      </Button>
    </span>
  );
}

/** Additions to findings that the note no longer contains. */
function OrphanedAdditions({ additions }: { readonly additions: readonly Addition[] }) {
  const { t, language } = useLocale();
  if (additions.length === 0) return null;
  return (
    <section>
      <h3 lang={language}>{t('details.lost')}</h3>
      <ul>
        {keyed(additions, ({ section, name }) => `${section} ${name}`).map(({ key, item }) => (
          <li key={key}>
            <p className="emr-name">{item.name}</p>
            <AddedDetails addition={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AddedDetails({ addition }: { readonly addition: Addition | undefined }) {
  const { t, language } = useLocale();
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
