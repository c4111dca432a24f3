/** The dialogue of the written visit, to be read aloud while practice records. */
import { useLocale } from '../../ui/useLocale.ts';
import { useCase } from '../visits/practice.ts';

export function PracticeDialogue({ id }: { readonly id: string | undefined }) {
  const { t } = useLocale();
  const practised = useCase(id);
  if (!practised || practised.dialogue.length === 0) return null;
  return (
    <details className="further practice-dialogue" open>
      <summary>{t('record.practiceDialogue')}</summary>
      <p className="hint">{t('record.practiceDialogueHint')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <ol className="plain-list" lang={practised.language} tabIndex={0}>
        {practised.dialogue.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change, and may repeat.
          <li key={index}>{line}</li>
        ))}
      </ol>
    </details>
  );
}
