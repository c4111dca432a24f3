/** Screens under a policy of the organisation. */
import type { Policy } from '../../../shared/model/policy.ts';
import { clinic, openNote, openSettings, press, type View } from './view.ts';

const policy: Policy = {
  file: '/etc/scriba/policy.json',
  organisation: 'Sunrise Hospital',
  platform: { baseUrl: 'https://scribe.sunrise.example', clientId: 'ward-7' },
  retention: { audioDays: 3, notesDays: 90, fixed: true },
  lock: { afterMinutes: 5 },
  updates: {},
  exports: { allowed: ['folder', 'pdf'] },
  practice: { allowed: false },
  problems: [
    {
      place: 'updates',
      kind: 'wrong',
      message:
        'updates.feed: Scriba sends recordings over https only. Until it is corrected, Scriba does not look for updates.',
    },
  ],
};
const scene = { ...clinic, policy };

export const policyViews: readonly View[] = [
  { name: 'policy-privacy', scene, reach: openSettings('Privacy') },
  {
    name: 'policy-account',
    scene: { ...scene, account: 'signed-out' },
    reach: openSettings('Account'),
  },
  {
    name: 'policy-account-unclear',
    scene: { ...scene, account: 'signed-out', policy: { ...policy, platform: 'unclear' } },
    reach: openSettings('Account'),
  },
  { name: 'policy-emr', scene: { ...scene, exports: 'both' }, reach: openSettings('EMR') },
  {
    name: 'policy-about',
    scene: { ...scene, health: ['policy-wrong'] },
    reach: openSettings('About'),
  },
  {
    name: 'policy-export',
    scene: { ...scene, review: 'signed', exports: 'both' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      await press(page, /^More$/);
      await page.getByRole('menu').waitFor();
      await page.waitForTimeout(200);
    },
  },
];
