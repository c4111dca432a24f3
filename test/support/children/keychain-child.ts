/**
 * Asks the real keychain of this session, and says on stdout what came of it as one line of JSON.
 * Arguments: a vault's folder, and `open` or `another`.
 */
import { nodeDisk, nodeRandom } from '../../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../../main/infrastructure/vault/keystores/keystore.ts';
import { createVault } from '../../../main/infrastructure/vault/vault.ts';
import { asFailure } from '../../../shared/failure.ts';

const [, , folder, word] = process.argv;
const vault = createVault({
  folder: folder!,
  disk: nodeDisk,
  random: nodeRandom,
  openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
  profile: 'clinic',
});
try {
  if (vault.state().state === 'none') await vault.create({ kind: 'keychain' });
  else if (word === 'another') await vault.createAnother({ kind: 'keychain' });
  else await vault.open();
  await vault.secrets.set('account', 'secret-1');
  console.log(
    JSON.stringify({
      state: vault.state().state,
      secret: await vault.secrets.get('account'),
      generations: vault.generations(),
    }),
  );
} catch (error) {
  const { code, detail } = asFailure(error);
  console.log(JSON.stringify({ code, detail }));
}
