/**
 * Requests one more document of this visit from the platform. It is added to the others and
 * replaces none.
 */
import { FilePlus2 } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Check } from '../../../ui/Check.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { useOptions } from '../../visits/VisitChoices.tsx';
import { askForDocument, loadDocumentRequests, useVisits } from '../../visits/visits-store.ts';

export const RequestDocument = memo(function RequestDocument({ visit }: { readonly visit: Visit }) {
  const { t, exists, templateName, languageName } = useLocale();
  const nameOf = (templateId: string, language: string | undefined) =>
    language === undefined
      ? templateName(templateId)
      : `${templateName(templateId)} (${languageName(language)})`;
  const requests = useVisits((state) => state.documentRequests[visit.id]) ?? [];
  const [open, setOpen] = useState(false);
  useEffect(() => void loadDocumentRequests(visit.id).catch(() => undefined), [visit.id]);
  return (
    <>
      {requests.map(({ templateId, language, trouble }) =>
        trouble === undefined ? (
          <p key={`${templateId} ${language}`} className="hint" role="status">
            {t('further.waiting', { name: nameOf(templateId, language) })}
          </p>
        ) : (
          <Banner
            key={`${templateId} ${language}`}
            tone="warn"
            title={t('further.failed', { name: nameOf(templateId, language) })}
          >
            {exists(`failure.${trouble}`) ? t(`failure.${trouble}`) : t('further.failedText')}
          </Banner>
        ),
      )}
      <div className="row-actions">
        <Button icon={FilePlus2} onPress={() => setOpen(true)}>
          {t('further.ask')}
        </Button>
      </div>
      {open && <RequestDialog visit={visit} onClose={() => setOpen(false)} />}
    </>
  );
});

function RequestDialog({
  visit,
  onClose,
}: {
  readonly visit: Visit;
  readonly onClose: () => void;
}) {
  const { t, failure } = useLocale();
  const { templateOptions, languageOptions } = useOptions();
  const first =
    templateOptions.find(({ id }) => !visit.templates.includes(id)) ?? templateOptions[0];
  const [template, setTemplate] = useState(first?.id ?? null);
  const [language, setLanguage] = useState(visit.outputLanguage);
  const [leaflet, setLeaflet] = useState(false);
  const [problem, setProblem] = useState<Failure | undefined>();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (template === null) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await askForDocument(visit.id, template, {
        ...(language !== visit.outputLanguage && { language }),
        ...(leaflet && { leaflet }),
      });
      say(({ t }) => t('further.asked'));
      onClose();
    } catch (error) {
      setProblem(asFailure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('further.title')}
      actions={
        <>
          <Button onPress={onClose}>{t('further.cancel')}</Button>
          <Button look="primary" isDisabled={busy || template === null} onPress={() => void send()}>
            {t('further.send')}
          </Button>
        </>
      }
    >
      <div>
        <p>{t('further.text')}</p>
        <PickOne
          label={t('further.template')}
          options={templateOptions}
          value={template}
          onChange={setTemplate}
        />
        <PickOne
          label={t('further.language')}
          options={languageOptions}
          value={language}
          onChange={setLanguage}
          searchable
        />
        <Check on={leaflet} onChange={setLeaflet} hint={t('further.leafletHint')}>
          {t('further.leaflet')}
        </Check>
        {problem && (
          <Banner tone="bad" urgent title={t('further.refused')}>
            {failure(problem)}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
