/** State of the note before and after the signature, and the one button that signs it. */
import { BadgeCheck, Signature, TriangleAlert } from 'lucide-react';
import type { NoteBranch, NoteState } from '../../../../shared/model/note/note-versions.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyCaps } from '../../../ui/KeysDialog.tsx';
import { stillToLookAt, useNoteWork } from '../../visits/note/note-versions-store.ts';
import { SIGN_BUTTON, wayToSign } from '../../visits/note/sign-flow.ts';
import { headOf, signedHow } from '../../visits/note/versions-format.ts';
import { useNames } from '../useNames.ts';

export function SignBar({
  state,
  branch,
}: {
  readonly state: NoteState;
  readonly branch: NoteBranch;
}) {
  const { t, recent, documentName } = useNames();
  const work = useNoteWork();
  const left = stillToLookAt(work).length;
  const how = signedHow(state);
  const [signature] = work.signatures;
  const by = signature?.note.practitioner.name || (state.signed?.who ?? '');
  const facts = { time: recent(state.signed?.at ?? 0), by, version: state.signed?.version ?? 0 };
  if (how === 'is') {
    return (
      <section className="sign-bar" aria-label={t('sign.bar')}>
        <p className="sign-state sign-done">
          <BadgeCheck aria-hidden="true" className="icon" />
          <span role="status">{t('sign.signed', facts)}</span>
        </p>
      </section>
    );
  }
  return (
    <section className="sign-bar" aria-label={t('sign.bar')}>
      <div className="sign-state">
        <p>
          <strong>{documentName(branch)}</strong> ·{' '}
          {t('sign.draft', { version: headOf(branch).number })}
          {left > 0 && (
            <>
              {' '}
              ·{' '}
              <span className="sign-left">
                <TriangleAlert aria-hidden="true" className="icon" />
                {t('sign.left', { count: left })}
              </span>
            </>
          )}
        </p>
        {how === 'was' && (
          <p className="hint-warn" title={t('sign.changedText', facts)}>
            {t('sign.changed')}
          </p>
        )}
      </div>
      <Button id={SIGN_BUTTON} look="primary" icon={Signature} onPress={() => wayToSign()?.()}>
        {t(how === 'was' ? 'sign.again' : 'sign.do')}{' '}
        <span className="desk-way-key" aria-hidden="true">
          <KeyCaps keys={['mod', 'enter']} />
        </span>
      </Button>
    </section>
  );
}
