/** Actions on the whole note, and who proposed its codes. */
import { CheckCheck, Highlighter, MessagesSquare } from 'lucide-react';
import type { DeskAnswer } from '../../../../shared/model/coding/desk.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { KeyCaps } from '../../../ui/KeysDialog.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import type { useDeskOf } from '../desk-store.ts';
import { useNoteText } from './note/useNoteText.ts';
import type { DeskWork } from './work/useDeskWork.ts';

type Answers = ReturnType<typeof useDeskOf>['answers'];
type LinkerName = Exclude<DeskAnswer['answers'][number]['linker'], 'platform-legacy'>;

/**
 * Linkers that answered, or that could not (`withTrouble`). The platform counts once, whichever of
 * its ways was used.
 */
function linkersIn(answers: Answers, withTrouble: boolean): ReadonlySet<LinkerName> {
  const all = Object.values(answers).flatMap((one) => one.answers);
  return new Set(
    all
      .filter(({ trouble }) => (trouble !== undefined) === withTrouble)
      .map(({ linker }) => (linker === 'platform-legacy' ? 'platform' : linker)),
  );
}

/** The linker that can be asked for a second opinion; undefined if none or two have answered. */
export function secondLinker(answers: Answers): 'local' | 'platform' | undefined {
  const answered = linkersIn(answers, false);
  if (answered.size !== 1) return undefined;
  return answered.has('local') ? 'platform' : 'local';
}

type Props = {
  readonly work: DeskWork;
  readonly answers: Answers;
  readonly askSecond: (() => void) | undefined;
  readonly onMark: () => void;
};

export function DeskBar({ work, answers, askSecond, onMark }: Props) {
  const { t } = useLocale();
  const { documents } = useNoteText();
  const linked = work.linked();
  const second = secondLinker(answers);
  return (
    <div className="desk-bar">
      <div className="row-actions">
        {linked.length > 0 && (
          <Button icon={CheckCheck} onPress={() => work.acceptLinked(linked)}>
            {t('desk.acceptNote', { count: linked.length })} <KeyCaps keys={['shift', 'L']} />
          </Button>
        )}
        <Button icon={Highlighter} isDisabled={documents.length === 0} onPress={onMark}>
          {t('desk.mark')} <KeyCap>M</KeyCap>
        </Button>
        {second && askSecond && (
          <Button icon={MessagesSquare} onPress={askSecond}>
            {t(`desk.second.${second}`)} <KeyCap>O</KeyCap>
          </Button>
        )}
      </div>
      <p role="status" className="hint">
        {work.looking ? t('desk.looking') : <LinkerNames answers={answers} />}
      </p>
    </div>
  );
}

function LinkerNames({ answers }: { readonly answers: Answers }) {
  const { t } = useLocale();
  const answered = linkersIn(answers, false);
  const silent = [...linkersIn(answers, true)].filter((linker) => !answered.has(linker));
  return [
    ...[...answered].map((linker) => t(`desk.answered.${linker}`)),
    ...silent.map((linker) => t(`desk.silent.${linker}`)),
  ].join(' · ');
}
