/**
 * Templates, languages, mode and the practice case: remembered as settings the moment they are
 * chosen.
 */
import { languages } from '../../../shared/model/account/languages.ts';
import { templates } from '../../../shared/model/account/templates.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { useSession } from '../../common/stores/session.ts';
import { changeSettings } from '../../common/stores/settings.ts';
import { Choice } from '../../ui/Choice.tsx';
import { type Option, PickMany, PickOne } from '../../ui/Pick.tsx';
import { useLocale } from '../../ui/useLocale.ts';

/**
 * The written visit that the practice platform will answer with; the first one until another is
 * chosen.
 */
export const chosenCase = (
  settings: Settings,
  cases: readonly { readonly id: string }[],
): string | undefined =>
  (cases.find(({ id }) => id === settings.visit.practiceCase) ?? cases[0])?.id;

export function useOptions() {
  const { templateName, languageName } = useLocale();
  const offer = useSession((session) => session.offer);
  const languageOptions: Option[] = (
    offer?.languages ?? languages.map(({ id, english }) => ({ id, name: english }))
  ).map(({ id, name }) => ({
    id,
    label: languageName(id),
    also: languages.find((one) => one.id === id)?.english ?? name,
    lang: id,
  }));
  const templateOptions: Option[] = (offer?.templates ?? templates).map(({ id }) => ({
    id,
    label: templateName(id),
  }));
  return {
    languageOptions,
    templateOptions,
    limits: offer?.limits ?? { templates: 2, inputLanguages: 2 },
    cases: offer?.practiceCases ?? [],
  };
}

/** `worksHere`: of what a platform alone can do there is nothing to choose. */
export function VisitChoices({
  settings,
  worksHere = false,
}: {
  readonly settings: Settings;
  readonly worksHere?: boolean;
}) {
  const { t, languageName, attempt } = useLocale();
  const { languageOptions, templateOptions, limits, cases } = useOptions();
  const { visit } = settings;
  const change = (part: Partial<Settings['visit']>) =>
    attempt(() => changeSettings({ visit: { ...visit, ...part } }));
  return (
    <div className="fields">
      {!worksHere && (
        <PickMany
          label={t('record.templates')}
          options={templateOptions}
          value={visit.templates}
          limit={limits.templates}
          onChange={(ids) => change({ templates: ids })}
          hint={t('record.upTo', { count: limits.templates })}
        />
      )}
      <PickMany
        label={t('record.spoken')}
        options={languageOptions}
        value={visit.inputLanguages}
        limit={limits.inputLanguages}
        onChange={(ids) => change({ inputLanguages: ids })}
        hint={t('record.upToFirst', { count: limits.inputLanguages })}
        searchable
      />
      <PickOne
        label={t('record.noteIn')}
        options={languageOptions}
        value={visit.outputLanguage}
        onChange={(id) => change({ outputLanguage: id })}
        searchable
      />
      <Choice
        label={t('record.mode')}
        value={visit.mode}
        onChange={(mode) => change({ mode })}
        options={[
          { id: 'consultation', label: t('record.consultation') },
          { id: 'dictation', label: t('record.dictation') },
        ]}
      />
      {!worksHere && cases.length > 0 && (
        <PickOne
          label={t('record.practiceCase')}
          hint={t('record.practiceCaseHint')}
          value={chosenCase(settings, cases) ?? null}
          options={cases.map(({ id, title, language }) => ({
            id,
            label: title,
            also: languageName(language),
          }))}
          onChange={(id) => change({ practiceCase: id })}
        />
      )}
    </div>
  );
}
