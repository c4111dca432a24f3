/** Reads how an entity leaves, and makes it leave as the doctor said. */
import { isCoded, type NeutralEntity } from './export.ts';
import type { ActKind, Leaving, SaidLeaving } from './leaving.ts';

/** Undefined for what is neither a medicine nor a test nor a procedure. */
export function actKindOf(kind: NeutralEntity['kind']): ActKind | undefined {
  if (kind === 'medication' || kind === 'prescription') return 'medicine';
  if (kind === 'order') return 'test';
  return kind === 'procedure' || kind === 'history_procedure' ? 'procedure' : undefined;
}

const ofTaking = {
  active: 'taken',
  completed: 'past',
  stopped: 'stopped',
  'on-hold': 'on-hold',
  'not-taken': 'not-taken',
  unknown: 'unclear',
} as const;

export function leavingOf(entity: NeutralEntity): Leaving {
  const { kind, suspected, performed, taking = 'active', components } = entity;
  if (!isCoded(entity)) return 'words';
  if (kind === 'allergy') return kind;
  if (kind === 'medication') return suspected ? 'unclear' : ofTaking[taking];
  if (kind === 'order' && components.length > 0) return 'result';
  if (kind === 'history_procedure') return suspected ? 'unclear' : 'done';
  if (suspected) return 'words';
  if (kind === 'order') return performed === false ? 'ordered' : 'words';
  return kind === 'procedure' && performed !== false ? 'done' : 'ordered';
}

const takingOf = { taken: 'active', stopped: 'stopped', past: 'completed' } as const;

/**
 * `accepted`: the entity with its codes, as the doctor decided them; `read`: as it would leave
 * without a word of the doctor's. A date that was read stays with what was done.
 */
export function asSaid(
  accepted: NeutralEntity,
  read: NeutralEntity,
  { of, as }: { readonly of: ActKind; readonly as: SaidLeaving },
): NeutralEntity {
  const { taking: _as, ...rest } = accepted;
  const said = { ...rest, negated: false, suspected: false };
  if (as === 'words') return { ...said, decision: 'pending' };
  if (as === 'done')
    return {
      ...said,
      kind: 'history_procedure',
      performed: typeof read.performed === 'string' ? read.performed : true,
    };
  if (as !== 'ordered') return { ...said, kind: 'medication', taking: takingOf[as] };
  if (of === 'medicine') return { ...said, kind: 'prescription' };
  if (of === 'procedure') return { ...said, kind: 'procedure', performed: false };
  // The value is of an earlier test, and not of the one that is ordered.
  return { ...said, kind: 'order', performed: false, components: [] };
}
