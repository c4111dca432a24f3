/**
 * Parts of the page that are loaded on demand. What a recording needs is in the first part of the
 * page; the others are fetched once the page has nothing to do, so that none waits for a core that
 * has died. The words that the first part does without come with them.
 */
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { loadOtherWords } from '../common/i18n.ts';

type Fetch = () => Promise<unknown>;
const fetches: Fetch[] = [];

/**
 * A component that stands in for the one that `load` brings. While that one is on its way, the
 * nearest `Suspense` shows its fallback; once it is here, it is drawn at once.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let here: ComponentType<Props> | undefined;
  let loading: Promise<{ readonly default: ComponentType<Props> }> | undefined;
  // Fetching early and showing agree on one promise.
  const fetchOnce = () => {
    loading ??= Promise.all([load(), loadOtherWords()]).then(([part]) => {
      here = part;
      return { default: part };
    });
    loading.catch(() => {
      loading = undefined;
      // React remembers that this one failed: whoever asks again gets another.
      later = lazy(fetchOnce);
    });
    return loading;
  };
  fetches.push(fetchOnce);
  let later = lazy(fetchOnce);
  return function OnDemand(props: Props) {
    // Chosen once: another component in this place would begin anew.
    const [Part] = useState(() => here ?? later);
    return <Part {...props} />;
  };
}

/** The same for a part of a screen, with what stands in its place until it is here. */
export function partOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  const Part = onDemand(load);
  return function PartOnDemand(props: Props) {
    return (
      <Suspense fallback={meanwhile(props)}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** Fetches one after the other, each when the page has nothing else to do. */
export function fetchParts(): void {
  const next = fetches.shift();
  if (next) requestIdleCallback(() => void next().then(fetchParts, fetchParts), { timeout: 5000 });
}
