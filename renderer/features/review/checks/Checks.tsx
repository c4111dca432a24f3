/** Where note and transcript differ: each in words, with what was said around it; looked at one by one, by keyboard too. */
import { Check, Eye, TextSelect } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Difference } from '../../../../shared/model/note/checks.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import type { NoteBranch } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { excerpt, sentenceOf } from '../../visits/note/checks-format.ts';
import { beginDraft, flush } from '../../visits/note/note-drafts-store.ts';
import {
  isLooked,
  look,
  stillToLookAt,
  useNoteWork,
} from '../../visits/note/note-versions-store.ts';
import { SIGN_BUTTON } from '../../visits/note/sign-flow.ts';
import { useNames } from '../useNames.ts';

type Props = { readonly visit: Visit; readonly note: Note; readonly branch: NoteBranch };

export function Checks({ visit, note, branch }: Props) {
  const { t, sectionName } = useNames();
  const title = useId();
  const work = useNoteWork();
  const [here, setHere] = useState<string | undefined>();
  const [told, setTold] = useState('');
  const transcripts = note.documents.flatMap(({ kind, text }) =>
    kind === 'transcript' && text !== undefined ? [text] : [],
  );
  if (transcripts.length === 0)
    return (
      <Banner tone="info" title={t('checks.nothing')}>
        {t('checks.nothingText')}
      </Banner>
    );
  const all = work.differences;
  if (!all) return null;
  if (all.length === 0) return <p className="hint checks-none">{t('checks.none')}</p>;
  const left = stillToLookAt(work);
  const current = all.find(({ id }) => id === here) ?? left[0] ?? all[0]!;
  const said = transcripts.join('\n');

  const moveTo = (one: Difference | undefined) => {
    if (!one) return;
    setHere(one.id);
    document.getElementById(guardId(one.id))?.focus();
  };
  const lookAt = (one: Difference) => {
    const was = isLooked(work, one);
    look(one);
    const rest = left.filter(({ id }) => id !== one.id);
    setTold(
      t(was ? 'checks.takenBack' : rest.length === 0 ? 'checks.allLooked' : 'checks.left', {
        count: rest.length + (was ? 1 : 0),
      }),
    );
    if (was) return;
    const at = all.indexOf(one);
    const next = rest.find((other) => all.indexOf(other) > at) ?? rest[0];
    if (next) moveTo(next);
    else document.getElementById(SIGN_BUTTON)?.focus();
  };
  const show = ({ section, span }: Difference) => {
    // Its place is that of the text in the core; what is typed beyond it goes there first.
    void flush(branch.id).then((there) =>
      beginDraft(visit.id, branch, { section, ...(there && { span }) }),
    );
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      event.repeat
    )
      return;
    const item = target.closest<HTMLElement>('[data-guard]');
    const one = all.find(({ id }) => id === item?.dataset.guard);
    if (!one) return;
    const at = all.indexOf(one);
    const run = {
      l: () => lookAt(one),
      s: () => show(one),
      arrowdown: () => moveTo(all[at + 1]),
      arrowup: () => moveTo(all[at - 1]),
    }[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };

  return (
    <section className="card checks" aria-labelledby={title} onKeyDown={keys}>
      <h2 id={title}>
        {left.length > 0
          ? t('checks.title', { count: left.length })
          : t('checks.titleDone', { count: all.length })}
      </h2>
      <p className="hint">{t('checks.text')}</p>
      <ul className="guard-list">
        {all.map((one) => (
          <li key={one.id}>
            <One
              one={one}
              note={branch}
              said={said}
              looked={isLooked(work, one)}
              here={one.id === current.id}
              section={sectionName(
                branch.sections.find(({ id }) => id === one.section) ?? {
                  title: '',
                  key: undefined,
                },
              )}
              language={visit.outputLanguage}
              onHere={() => setHere(one.id)}
              onLook={() => lookAt(one)}
              onShow={() => show(one)}
            />
          </li>
        ))}
      </ul>
      <p className="unseen" role="status">
        {told}
      </p>
    </section>
  );
}

export const guardId = (id: string) => `guard-${id}`;

type OneProps = {
  readonly one: Difference;
  readonly note: NoteBranch;
  readonly said: string;
  readonly looked: boolean;
  readonly here: boolean;
  readonly section: string;
  readonly language: string;
  readonly onHere: () => void;
  readonly onLook: () => void;
  readonly onShow: () => void;
};

function One({
  one,
  note,
  said,
  looked,
  here,
  section,
  language,
  onHere,
  onLook,
  onShow,
}: OneProps) {
  const { t } = useNames();
  const { kind, inNote, inTranscript, text } = one;
  const sentence = t(`checks.says.${sentenceOf(one)}`, {
    note: inNote,
    said: inTranscript?.text ?? '',
  });
  const says = `${guardId(one.id)}-says`;
  const heard = inTranscript && excerpt(said, inTranscript.span);
  return (
    <div
      role="group"
      id={guardId(one.id)}
      data-guard={one.id}
      tabIndex={here ? 0 : -1}
      className={looked ? 'guard guard-looked' : 'guard'}
      aria-label={`${t(`checks.kind.${kind}`)}. ${sentence} ${t(looked ? 'checks.looked' : 'checks.open')}`}
      onFocus={onHere}
    >
      <p className="guard-head">
        <span className={looked ? 'chip chip-good' : 'chip chip-ask'}>
          {looked ? (
            <Check aria-hidden="true" className="icon" />
          ) : (
            <Eye aria-hidden="true" className="icon" />
          )}
          {t(looked ? 'checks.looked' : `checks.kind.${kind}`)}
        </span>
        <strong id={says}>{sentence}</strong>
      </p>
      <dl className="guard-words">
        {text !== '' && inNote !== '' && (
          <div>
            <dt>{t('checks.inNote', { section })}</dt>
            <dd lang={note.language}>{text}</dd>
          </div>
        )}
        {heard && (
          <div>
            <dt>{t('checks.inTranscript')}</dt>
            <dd lang={language}>
              {heard.before}
              <mark>{heard.words}</mark>
              {heard.after}
            </dd>
          </div>
        )}
      </dl>
      <div className="row-actions">
        <Button
          look={looked ? 'quiet' : 'plain'}
          icon={Check}
          aria-describedby={says}
          excludeFromTabOrder={!here}
          onPress={onLook}
        >
          {t(looked ? 'checks.lookedBack' : 'checks.look')}{' '}
          <kbd className="key" aria-hidden="true">
            L
          </kbd>
        </Button>
        <Button
          look="quiet"
          icon={TextSelect}
          aria-describedby={says}
          excludeFromTabOrder={!here}
          onPress={onShow}
        >
          {t('checks.show')}{' '}
          <kbd className="key" aria-hidden="true">
            S
          </kbd>
        </Button>
      </div>
    </div>
  );
}
