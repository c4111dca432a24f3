/** Requests about the encrypted envelope. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { EnvelopeState } from '../../../shared/model/account/envelope.ts';
import type { EnvelopeChoice } from '../../infrastructure/platform/envelope/envelope-choice.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';

export type EnvelopeHandlersDeps = {
  readonly platform: Pick<Platform, 'envelopeKeys' | 'registration'>;
  readonly sealedFamilies: EnvelopeChoice;
};

export function createEnvelopeHandlers({
  platform: { envelopeKeys, registration },
  sealedFamilies,
}: EnvelopeHandlersDeps): Pick<Handlers, `envelope.${string}` & keyof Handlers> {
  const state = async (): Promise<EnvelopeState> => ({
    keys: await envelopeKeys.list(),
    families: sealedFamilies.get(),
  });
  return {
    'envelope.state': state,
    async 'envelope.add'({ kid, text, use }) {
      await envelopeKeys.add({ kid, text }, use);
      return state();
    },
    async 'envelope.use'({ kid }) {
      await envelopeKeys.use(kid);
      return state();
    },
    async 'envelope.remove'({ kid }) {
      await envelopeKeys.remove(kid);
      return state();
    },
    'envelope.test': ({ kid }) => registration.testKey(kid),
    async 'envelope.seal'({ families }) {
      // First what may refuse: a locked vault changes no setting.
      const { keys } = await state();
      sealedFamilies.set(families);
      return { keys, families: sealedFamilies.get() };
    },
  };
}
