/**
 * One sentence of the note with its support in words; with the focus also the words of the
 * transcript and their sound.
 */
import { CircleDashed, CircleHelp } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { useLocale } from '../../../ui/useLocale.ts';
import { Evidence } from '../../visits/listen/Evidence.tsx';
import type { Sentence } from './evidence-format.ts';

type Props = {
  readonly sentence: Sentence;
  readonly visit: string;
  /** Language of the note. */
  readonly language: string;
  readonly here: boolean;
  /** Tab stops here; the arrow keys reach the others. */
  readonly reachable: boolean;
  readonly onHere: () => void;
};

export function EvidenceSentence({
  sentence: { text, support, transcript },
  visit,
  language,
  here,
  reachable,
  onHere,
}: Props) {
  const { t } = useLocale();
  const Icon = support === 'none' ? CircleHelp : CircleDashed;
  return (
    <li className={`evidence-row evidence-${support}`} data-here={here || undefined}>
      <AriaButton
        className="evidence-sentence"
        excludeFromTabOrder={!reachable}
        onFocus={onHere}
        onPress={onHere}
        {...(transcript && { 'aria-expanded': here })}
      >
        <span lang={language}>{text}</span>
        {support !== 'found' && (
          <span className="evidence-mark">
            <Icon aria-hidden="true" className="icon" />
            {t(`support.${support}`)}
          </span>
        )}
      </AriaButton>
      {here && transcript && <Evidence visit={visit} span={transcript} />}
    </li>
  );
}
