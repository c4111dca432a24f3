/** Who is asked first: the clinic's own list lies over the answers of linkers elsewhere. */
import { expect, test } from 'vitest';
import { named, openDesk, smallTerms, visit } from '../../../../support/rigs/desk-rig.ts';

test("the clinic's own list comes before the platform's answer, and nothing else is then promised", async () => {
  const small = smallTerms();
  const rig = openDesk({
    terms: {
      ...small,
      link: (ontology, query, top, hints) =>
        small.link(ontology, query, top, hints).map((one, at) => ({
          ...one,
          ...(at === 0 && query === 'Fever' && { why: { ...one.why, own: true } }),
        })),
    },
  });
  const ask = async (name: string, by: 'usual' | 'both') =>
    (await rig.desk.link(visit, [await named(rig, name)], by))[0]!.answers.filter(
      ({ ontology }) => ontology === 'icd-10-cm',
    );
  for (const by of ['usual', 'both'] as const) {
    const [own, platform, more] = await ask('Fever', by);
    expect(own).toMatchObject({ linker: 'local', version: 'small', suggested: 'R50.9' });
    expect(own?.candidates[0]).toMatchObject({ code: 'R50.9', linked: true, why: { own: true } });
    expect(platform).toMatchObject({ linker: 'platform', version: 'p1' });
    expect(platform?.suggested).toBeUndefined();
    expect(platform?.candidates.length).toBeGreaterThan(0);
    expect(platform?.candidates.some(({ linked }) => linked)).toBe(false);
    expect(more).toBeUndefined();
  }
  expect(await ask('Chest pain', 'usual')).toMatchObject([{ linker: 'platform' }]);
});
