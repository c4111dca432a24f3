/**
 * A field for a symptom or a diagnosis: proposes what the platform knows while one types, and takes
 * any other words as well.
 */
import { useEffect, useRef, useState } from 'react';
import type { Finding } from '../../../shared/model/note/findings.ts';
import { request } from '../../common/stores/core.ts';
import { useSession } from '../../common/stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useLocale } from '../../ui/useLocale.ts';

type Props = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** One of the proposals was taken. */
  readonly onChoose?: ((finding: Finding) => void) | undefined;
  readonly kind?: Finding['kind'] | undefined;
  /** False: a plain field; tests and medicines are not in that list. */
  readonly proposing?: boolean;
};

/** Milliseconds after the last letter. */
const PAUSE = 300;
const SHORTEST = 3;
const MOST = 6;

/** The proposals stand below the field and open nothing: Enter in it stays the form's. */
export function FindingSearch({
  label,
  hint,
  value,
  onChange,
  onChoose,
  kind,
  proposing = true,
}: Props) {
  const { t } = useLocale();
  const [found, setFound] = useState<readonly Finding[]>([]);
  const [failed, setFailed] = useState(false);
  // Words that were typed before the sign-in was there are looked up when it is.
  const account = useSession((session) => session.account?.state);
  const chosen = useRef('');
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in that comes later is a reason to ask again
  useEffect(() => {
    const text = value.trim();
    if (!proposing || text.length < SHORTEST || text === chosen.current) return setFound([]);
    let over = false;
    const show = (findings: readonly Finding[], searchFailed: boolean) => {
      if (over) return;
      setFailed(searchFailed);
      setFound(findings);
    };
    const timer = setTimeout(() => {
      request('findings.search', {
        text: text.slice(0, 200),
        most: MOST,
        ...(kind && { kind }),
      }).then(
        (list) => show(list.slice(0, MOST), false),
        // Without the platform any words will do; the field says that there are no proposals.
        () => show([], true),
      );
    }, PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [value, kind, proposing, account]);

  const choose = (one: Finding) => {
    chosen.current = one.name;
    setFound([]);
    onChange(one.name);
    onChoose?.(one);
    place.current?.querySelector('input')?.focus();
  };
  const wordsOf = ({ name, commonName, icd10 }: Finding) =>
    [name, commonName === name ? '' : commonName, icd10?.code].filter(Boolean).join(' · ');
  return (
    <div ref={place} className="proposing">
      <Field
        label={label}
        hint={failed ? t('finding.none') : hint}
        value={value}
        onChange={onChange}
        maxLength={1000}
        autoComplete="off"
      />
      <p className="unseen" role="status">
        {found.length > 0 ? t('finding.count', { count: found.length }) : ''}
      </p>
      {found.length > 0 && (
        <ul className="plain-list proposals" aria-label={t('finding.proposals')}>
          {found.map((one) => (
            <li key={`${one.kind} ${one.id}`}>
              <Button look="quiet" onPress={() => choose(one)}>
                {wordsOf(one)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
