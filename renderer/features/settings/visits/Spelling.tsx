/** The spelling that notes are checked by, and the doctor's own words. */
import { Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import type { Settings } from '../../../../shared/model/settings.ts';
import { say } from '../../../common/stores/messages.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import {
  addOwnWord,
  loadOwnWords,
  removeOwnWord,
  useSpelling,
} from '../../../common/stores/spelling.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

export function Spelling({ spelling }: { readonly spelling: Settings['spelling'] }) {
  const { t, attempt } = useLocale();
  return (
    <section className="setting" aria-labelledby="spelling-title" tabIndex={-1}>
      <h2 id="spelling-title">{t('spelling.title')}</h2>
      <p className="hint">{t('spelling.text')}</p>
      <Choice
        label={t('spelling.choice')}
        value={spelling}
        onChange={(id) => attempt(() => changeSettings({ spelling: id }))}
        options={(['british', 'american', 'off'] as const).map((id) => ({
          id,
          label: t(`spelling.${id}`),
        }))}
      />
      <OwnWords />
    </section>
  );
}

function OwnWords() {
  const { t, attempt } = useLocale();
  const words = useSpelling((state) => state.words);
  // While the vault is locked they cannot be read; the list is empty then, and the screen is gone.
  useEffect(() => void loadOwnWords().catch(() => {}), []);
  const remove = (word: string) =>
    attempt(async () => {
      await removeOwnWord(word);
      say(({ t }) => t('spelling.removed', { word }), {
        action: { label: ({ t }) => t('discard.undo'), run: () => attempt(() => addOwnWord(word)) },
      });
    });
  return (
    <>
      <h3 id="own-words-title">{t('spelling.own')}</h3>
      <p className="hint">{t('spelling.ownText')}</p>
      {words?.length === 0 && <p className="empty">{t('spelling.none')}</p>}
      {words !== undefined && words.length > 0 && (
        <ul className="rows" aria-labelledby="own-words-title">
          {words.map((word) => (
            <li key={word} className="row-line">
              <p className="row-words">
                <strong>{word}</strong>
              </p>
              <div className="row-actions">
                <Button
                  look="quiet"
                  icon={Trash2}
                  aria-label={t('spelling.removeOne', { word })}
                  onPress={() => remove(word)}
                >
                  {t('spelling.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
