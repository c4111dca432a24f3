/** Says who spoke, one request after the other. */
import { useState } from 'react';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { SpeakerNumber } from '../../../../shared/model/note/speakers.ts';
import { request } from '../../../common/stores/core.ts';
import { loadNote } from '../../visits/visits-store.ts';
import { endTyping } from '../checks/end-typing.ts';

type Said =
  | { readonly doctor: SpeakerNumber }
  | { readonly turn: number; readonly speaker: SpeakerNumber };
type SayWhoSpoke = (said: Said) => void;

/** Draft and transcript are written anew, with what is typed beside them. */
async function sendWhoSpoke(visit: string, said: Said): Promise<void> {
  await endTyping(visit);
  await request('here.whoSpoke', { id: visit, ...said });
  await loadNote(visit);
}

export function useWhoSpoke(visit: string) {
  const [state, setState] = useState<'still' | 'busy' | 'kept' | Failure>('still');
  /** The first that was said to be the doctor. */
  const [named, setNamed] = useState<SpeakerNumber>();
  const say: SayWhoSpoke = (said) => {
    if (state === 'busy') return;
    setState('busy');
    if ('doctor' in said) setNamed((before) => before ?? said.doctor);
    sendWhoSpoke(visit, said).then(
      () => setState('kept'),
      (error: unknown) => setState(asFailure(error)),
    );
  };
  return { state, named, say };
}

export type WhoSpokeWork = ReturnType<typeof useWhoSpoke>;
