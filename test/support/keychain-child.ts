/** Asks the real keychain of this session, and says on stdout what came of it as one line of JSON. Argument: a vault's folder. */
import { nodeDisk, nodeRandom } from '../../main/hosts/node.ts';
import { openKeyStore } from '../../main/vault/keystore.ts';
import { createVault } from '../../main/vault/vault.ts';
import { asFailure } from '../../shared/failure.ts';

const vault = createVault({ folder: process.argv[2]!, disk: nodeDisk, random: nodeRandom, openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }), profile: 'clinic' });
try {
  if (vault.state().state === 'none') await vault.create({ kind: 'keychain' });
  else await vault.open();
  await vault.secrets.set('account', 'secret-1');
  console.log(JSON.stringify({ state: vault.state().state, secret: await vault.secrets.get('account') }));
} catch (error) {
  const { code, detail } = asFailure(error);
  console.log(JSON.stringify({ code, detail }));
}
