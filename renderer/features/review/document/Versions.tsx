/** The versions of a document: who wrote each and when, its words, what is different between two, and the way back to it. */
import { useEffect, useRef, useState } from 'react';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { NoteBranch, SectionDiff } from '../../../../shared/model/note/note-versions.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { leave } from '../../visits/note/note-drafts-store.ts';
import { diffOf, restoreVersion, versionOf } from '../../visits/note/note-versions-store.ts';
import { useNames } from '../useNames.ts';
import { Diff } from './Diff.tsx';
import { SectionTexts } from './SectionTexts.tsx';

export type Pair = { readonly from: number; readonly to: number };
type Props = {
  readonly id: string;
  readonly branch: NoteBranch;
  /** Which two are compared; undefined for none. */
  readonly pair: Pair | undefined;
  readonly onPair: (pair: Pair) => void;
};

export function Versions({ id, branch, pair, onPair }: Props) {
  const { t, versionName, failure, attempt } = useNames();
  const [shown, setShown] = useState<
    { readonly number: number; readonly sections: readonly NoteSection[] } | undefined
  >();
  const newest = [...branch.versions].reverse();
  const show = (number: number) =>
    attempt(async () =>
      setShown({ number, sections: (await versionOf(id, branch.id, number)).sections }),
    );
  const restore = (number: number) =>
    attempt(
      async () => {
        if (await leave(branch.id)) await restoreVersion(id, branch, number);
      },
      t('versions.restored', { number }),
    );
  return (
    <section className="versions" aria-label={t('versions.title')}>
      <ul className="rows">
        {newest.map((one) => (
          <li key={one.number} className="row-line">
            <p className="row-words">
              <span>{versionName(one)}</span>
              {one.number === branch.head && (
                <span className="hint">{t(one.kept ? 'versions.head' : 'versions.draft')}</span>
              )}
            </p>
            <div className="row-actions">
              <Button
                look="quiet"
                aria-expanded={shown?.number === one.number}
                aria-label={t(
                  shown?.number === one.number ? 'versions.hideOne' : 'versions.showOne',
                  { number: one.number },
                )}
                onPress={() =>
                  shown?.number === one.number ? setShown(undefined) : show(one.number)
                }
              >
                {t(shown?.number === one.number ? 'versions.hide' : 'versions.show')}
              </Button>
              {one.number !== branch.head && (
                <Button
                  look="quiet"
                  aria-label={t('versions.compareOne', { number: one.number })}
                  onPress={() =>
                    onPair(
                      one.number < branch.head
                        ? { from: one.number, to: branch.head }
                        : { from: branch.head, to: one.number },
                    )
                  }
                >
                  {t('versions.compare')}
                </Button>
              )}
              {one.number !== branch.head && (
                <Button
                  look="quiet"
                  aria-label={t('versions.restoreOne', { number: one.number })}
                  onPress={() => restore(one.number)}
                >
                  {t('versions.restore')}
                </Button>
              )}
            </div>
            {shown?.number === one.number && (
              <div
                className="version-words"
                role="region"
                aria-label={versionName(one)}
                tabIndex={0}
              >
                <SectionTexts sections={shown.sections} language={branch.language} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {pair && (
        <Compared
          key={`${pair.from}-${pair.to}`}
          id={id}
          branch={branch}
          pair={pair}
          onPair={onPair}
          failure={failure}
        />
      )}
    </section>
  );
}

function Compared({
  id,
  branch,
  pair,
  onPair,
  failure,
}: Props & { readonly pair: Pair; readonly failure: (error: unknown) => string }) {
  const { t, versionName } = useNames();
  const [sections, setSections] = useState<readonly SectionDiff[] | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    let over = false;
    diffOf(
      id,
      { branch: branch.id, version: pair.from },
      { branch: branch.id, version: pair.to },
    ).then(
      (found) => void (over || setSections(found)),
      (error: unknown) => void (over || setProblem(failure(error))),
    );
    return () => void (over = true);
    // A draft goes on under the same number: with its rev it is compared anew.
  }, [id, branch.id, branch.rev, pair.from, pair.to]);
  useEffect(() => place.current?.focus({ preventScroll: false }), []);
  const options = branch.versions.map((one) => ({
    id: String(one.number),
    label: versionName(one),
  }));
  return (
    <section
      className="compared"
      ref={place}
      tabIndex={-1}
      aria-label={t('versions.compared', pair)}
    >
      <h3>{t('versions.compared', pair)}</h3>
      <div className="fields fields-two">
        <PickOne
          label={t('versions.from')}
          options={options}
          value={String(pair.from)}
          onChange={(from) => onPair({ ...pair, from: Number(from) })}
        />
        <PickOne
          label={t('versions.to')}
          options={options}
          value={String(pair.to)}
          onChange={(to) => onPair({ ...pair, to: Number(to) })}
        />
      </div>
      <p className="hint">{t('diff.how')}</p>
      {problem !== undefined && <Banner tone="bad" urgent title={problem} />}
      {sections && <Diff sections={sections} language={branch.language} />}
    </section>
  );
}
