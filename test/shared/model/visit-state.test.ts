/** The table of states: what is in it, and that no sequence of events leaves it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type VisitState, visitStates } from '../../../shared/model/visit.ts';
import {
  activeStates,
  allows,
  firstStates,
  noteStates,
  rebuiltPlace,
  transition,
  type VisitEvent,
  type VisitPlace,
  visitEvents,
} from '../../../shared/model/visit-state.ts';

const after = (at: VisitPlace, ...events: VisitEvent[]): VisitPlace | undefined =>
  events.reduce<VisitPlace | undefined>((place, event) => place && transition(place, event), at);

test('a visit walks from the microphone to a signed note whose sound is erased', () => {
  const way: VisitEvent[] = [
    'recording-started',
    'recording-sealed',
    'prepared',
    'presigned',
    'part-uploaded',
    'all-uploaded',
    'committed',
    'still-working',
    'finished',
    'signed',
    'sound-erased',
  ];
  let place: VisitPlace = { state: firstStates.created };
  const states = way.map((event) => {
    place = transition(place, event) ?? place;
    return place.state;
  });
  expect(states).toEqual([
    'recording',
    'sealed',
    'prepared',
    'uploading',
    'uploading',
    'committing',
    'processing',
    'processing',
    'ready',
    'reviewed',
    'purged',
  ]);
  expect(place.cameFrom).toBe('reviewed');
});

test('whatever happens in whatever order, a visit is in a state that exists, and its history is one that can be gone back to', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(firstStates)),
      fc.array(fc.constantFrom(...visitEvents), { maxLength: 60 }),
      (first, events) => {
        let place: VisitPlace = { state: first };
        for (const event of events) {
          const next = transition(place, event);
          expect(next !== undefined).toBe(allows(place.state, event));
          place = next ?? place;
          expect(visitStates).toContain(place.state);
          if (place.cameFrom !== undefined) {
            expect(['attention', 'discarded', 'purged']).toContain(place.state);
            expect(visitStates).toContain(place.cameFrom);
          }
        }
      },
    ),
    { seed: 1, numRuns: 5000 },
  );
});

test('every state is reached, and every event can happen', () => {
  const reached = new Set<VisitState>(Object.values(firstStates));
  const happened = new Set<VisitEvent>();
  for (const state of reached)
    for (const event of visitEvents) {
      const next = transition({ state }, event);
      if (!next) continue;
      happened.add(event);
      reached.add(next.state);
    }
  expect([...reached].sort()).toEqual([...visitStates].sort());
  expect([...happened].sort()).toEqual([...visitEvents].sort());
});

test('from what may be at the platform nothing leads to a discard, save through cancelling it there', () => {
  for (const state of ['uploading', 'committing', 'processing'] as const) {
    expect(allows(state, 'discarded')).toBe(false);
    expect(after({ state }, 'cancelled', 'discarded')).toEqual({
      state: 'discarded',
      cameFrom: 'prepared',
    });
  }
  for (const state of [...noteStates, 'attention', 'discarded', 'draft'] as const)
    expect(allows(state, 'discarded')).toBe(false);
});

test('only the sound of a visit whose note is here is erased by time', () => {
  expect(visitStates.filter((state) => allows(state, 'sound-erased'))).toEqual([
    'ready',
    'partial',
    'reviewed',
  ]);
});

test('a discarded recording is prepared again, a sealed one too', () => {
  for (const state of ['recording', 'sealed', 'prepared'] as const) {
    const discarded = transition({ state }, 'discarded');
    expect(discarded).toEqual({
      state: 'discarded',
      cameFrom: state === 'prepared' ? 'prepared' : 'sealed',
    });
    expect(discarded && transition(discarded, 'discard-undone')).toEqual({ state: 'sealed' });
  }
});

test.each([...activeStates, 'recording'] as const)(
  'trying again leads back from attention to %s',
  (cameFrom) => {
    expect(transition({ state: 'attention', cameFrom }, 'retried')).toEqual({ state: cameFrom });
  },
);

test.each([undefined, 'ready', 'purged', 'draft', 'attention'] as const)(
  'attention that came from %s is prepared again',
  (cameFrom) => {
    expect(transition({ state: 'attention', cameFrom }, 'retried')).toEqual({ state: 'sealed' });
  },
);

test('a note is signed before and after its sound is erased', () => {
  expect(after({ state: 'ready' }, 'signed', 'sound-erased')).toEqual(
    after({ state: 'ready' }, 'sound-erased', 'signed'),
  );
});

test('a row that is rebuilt keeps its state where nothing is needed from its details', () => {
  expect(rebuiltPlace('recording', undefined, false)).toEqual({ state: 'recording' });
  expect(rebuiltPlace('prepared', undefined, false)).toEqual({ state: 'prepared' });
  expect(rebuiltPlace('recording', 'processing', false)).toEqual({ state: 'processing' });
  // Neither would be asked for at the platform first.
  expect(rebuiltPlace('prepared', 'sealed', false)).toEqual({ state: 'prepared' });
  expect(rebuiltPlace('prepared', 'attention', false)).toEqual({ state: 'prepared' });
  expect(rebuiltPlace('recording', 'ready', true)).toEqual({
    state: 'discarded',
    cameFrom: 'sealed',
  });
  expect(rebuiltPlace('prepared', 'discarded', false)).toEqual({
    state: 'discarded',
    cameFrom: 'prepared',
  });
});
