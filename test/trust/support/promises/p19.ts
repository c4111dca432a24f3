/** P19: the promise, and the address of its platform. */
import { hostileIds, neverAddresses, neverGiven } from '../hostile/hostile-addresses.ts';
import { promise } from '../promise.ts';

export const p19 = promise({
  id: 'P19',
  title:
    'Ids, paths, addresses and redirects: no request leaves the platform it was meant for, none goes unencrypted',
  figure: `${neverAddresses.length + neverGiven.length + hostileIds.length} hostile addresses and ids, 50,000 made up at each commit: 0 followed; redirects 0 followed; the token never beside an upload`,
});

export const base = 'https://platform.example';
