/** A patient that another program proposes for the form. Nobody has agreed to it yet. */
import type { ProposedPatient } from '../../../shared/model/desktop.ts';
import { createStore } from '../../common/store-registry.ts';

type Proposal = { readonly patient?: ProposedPatient | undefined };

export const useProposal = createStore<Proposal>(
  'proposal',
  {},
  { reset: () => propose(undefined) },
);

export const propose = (patient: ProposedPatient | undefined) => useProposal.setState({ patient });
