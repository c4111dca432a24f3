/**
 * The versions of a document: author and time, the text, the difference between two, and how to
 * restore one.
 */
import { useEffect, useRef, useState } from 'react';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type {
  NoteBranch,
  SectionDiff,
  VersionInfo,
} from '../../../../shared/model/note/note-versions.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { leave } from '../../visits/note/note-drafts-store.ts';
import { diffOf, restoreVersion, versionOf } from '../../visits/note/note-versions-store.ts';
import { useNames } from '../useNames.ts';
import { Diff } from './Diff.tsx';
import { SectionTexts } from './SectionTexts.tsx';

export type Pair = { readonly from: number; readonly to: number };
type Props = {
  readonly id: string;
  readonly branch: NoteBranch;
  /** The two versions to compare; undefined for none. */
  readonly pair: Pair | undefined;
  readonly onPair: (pair: Pair) => void;
};
type ShownVersion = { readonly number: number; readonly sections: readonly NoteSection[] };

export function Versions({ id, branch, pair, onPair }: Props) {
  const { t, attempt } = useNames();
  const [shown, setShown] = useState<ShownVersion | undefined>();
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
        {newest.map((version) => (
          <Version
            key={version.number}
            version={version}
            branch={branch}
            sections={shown?.number === version.number ? shown.sections : undefined}
            onShow={() => show(version.number)}
            onHide={() => setShown(undefined)}
            onCompare={onPair}
            onRestore={() => restore(version.number)}
          />
        ))}
      </ul>
      {pair && (
        <Comparison
          key={`${pair.from}-${pair.to}`}
          id={id}
          branch={branch}
          pair={pair}
          onPair={onPair}
        />
      )}
    </section>
  );
}

type VersionProps = {
  readonly version: VersionInfo;
  readonly branch: NoteBranch;
  /** The text of the version while it is shown. */
  readonly sections: readonly NoteSection[] | undefined;
  readonly onShow: () => void;
  readonly onHide: () => void;
  readonly onCompare: (pair: Pair) => void;
  readonly onRestore: () => void;
};

function Version(props: VersionProps) {
  const { version, branch, sections, onShow, onHide, onCompare, onRestore } = props;
  const { t, versionName } = useNames();
  const { number } = version;
  const isShown = sections !== undefined;
  const isHead = number === branch.head;
  return (
    <li className="row-line">
      <p className="row-words">
        <span>{versionName(version, branch)}</span>
        {isHead && (
          <span className="hint">{t(version.kept ? 'versions.head' : 'versions.draft')}</span>
        )}
      </p>
      <div className="row-actions">
        <Button
          look="quiet"
          aria-expanded={isShown}
          aria-label={t(isShown ? 'versions.hideOne' : 'versions.showOne', { number })}
          onPress={isShown ? onHide : onShow}
        >
          {t(isShown ? 'versions.hide' : 'versions.show')}
        </Button>
        {!isHead && (
          <>
            <Button
              look="quiet"
              aria-label={t('versions.compareOne', { number })}
              onPress={() => onCompare(inOrder(number, branch.head))}
            >
              {t('versions.compare')}
            </Button>
            <Button
              look="quiet"
              aria-label={t('versions.restoreOne', { number })}
              onPress={onRestore}
            >
              {t('versions.restore')}
            </Button>
          </>
        )}
      </div>
      {isShown && (
        <ScrollRegion className="version-words" label={versionName(version, branch)}>
          <SectionTexts sections={sections} language={branch.language} />
        </ScrollRegion>
      )}
    </li>
  );
}

const inOrder = (one: number, other: number): Pair => ({
  from: Math.min(one, other),
  to: Math.max(one, other),
});

type ComparisonProps = Omit<Props, 'pair'> & { readonly pair: Pair };

function Comparison({ id, branch, pair, onPair }: ComparisonProps) {
  const { t, versionName, failure } = useNames();
  const { sections, problem } = useDiff(id, branch, pair);
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: false }), []);
  const options = branch.versions.map((one) => ({
    id: String(one.number),
    label: versionName(one, branch),
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
      {problem && <Banner tone="bad" urgent title={failure(problem)} />}
      {sections && <Diff sections={sections} language={branch.language} />}
    </section>
  );
}

function useDiff(visit: string, { id, rev }: NoteBranch, { from, to }: Pair) {
  const [sections, setSections] = useState<readonly SectionDiff[] | undefined>();
  const [problem, setProblem] = useState<Failure | undefined>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft keeps its version number; its rev tells that it changed
  useEffect(() => {
    let over = false;
    diffOf(visit, { branch: id, version: from }, { branch: id, version: to }).then(
      (diff) => {
        if (!over) setSections(diff);
      },
      (error: unknown) => {
        if (!over) setProblem(asFailure(error));
      },
    );
    return () => {
      over = true;
    };
  }, [visit, id, rev, from, to]);
  return { sections, problem };
}
