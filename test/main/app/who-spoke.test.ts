/** Speakers of a visit that is worked on on this computer, through the whole core. */
import { expect, test } from 'vitest';
import { workHere } from '../../support/rigs/work-here.ts';
import { secondsIn, verbose } from '../../support/servers/openai-server.ts';
import { highVoice, joinedSound, lowVoice, spokenBy } from '../../support/sound/voices.ts';
import { waveOf } from '../../support/sound/wave-of.ts';

/** Two voices by turns, two seconds each; a sentence of two words for each turn. */
const asked = [
  'Any fever?',
  'High fever.',
  'Any vomiting?',
  'No, never.',
  'Take paracetamol.',
  'Thank you.',
];
function dialogue(): Buffer {
  const voices = asked.map((_, at) => spokenBy(at % 2 === 0 ? lowVoice : highVoice, 2));
  return waveOf(joinedSound(voices)).subarray(44);
}

test('two voices are told apart; a person says who the doctor is, and the draft is written anew', async () => {
  const one = await workHere();
  const { handlers } = one;
  await one.setSpeech();
  one.server.hears(({ body }) => verbose(asked.join(' '), secondsIn(body)));
  const id = await one.record(['en-IN'], true, dialogue());
  await one.until(id, 'ready');
  const speakers = async () => {
    const { turns, toldApart } = await handlers['notes.spoken']({ id });
    return {
      names: turns.map(({ speaker }) => speaker),
      toldApart,
      places: turns.map(({ turn }) => turn),
    };
  };
  expect(await speakers()).toEqual({
    names: ['Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 2', 'Speaker 1', 'Speaker 2'],
    toldApart: {},
    places: [0, 1, 2, 3, 4, 5],
  });

  await handlers['here.whoSpoke']({ id, doctor: 1 });
  const named = ['Doctor', 'Patient', 'Doctor', 'Patient', 'Doctor', 'Patient'];
  expect(await speakers()).toMatchObject({ names: named, toldApart: { doctor: 1 } });
  // Once more changes nothing.
  for (const _ of ['first', 'again']) {
    await handlers['here.whoSpoke']({ id, turn: 5, speaker: 1 });
    expect((await speakers()).names).toEqual([...named.slice(0, 5), 'Doctor']);
  }
  // It can be put back; and all can be swapped.
  await handlers['here.whoSpoke']({ id, turn: 5, speaker: 2 });
  await handlers['here.whoSpoke']({ id, doctor: 2 });
  expect((await speakers()).names).toEqual(
    named.map((name) => (name === 'Doctor' ? 'Patient' : 'Doctor')),
  );
  expect((await one.text(id, 'transcript'))?.text).toContain('[00:00] Patient: Any fever?');

  // What the doctor has written stays, beside the draft that is made anew.
  const note = (await handlers['notes.versions']({ id })).branches.find(
    ({ purpose }) => purpose === 'note',
  );
  expect(note).toBeDefined();
  await expect(handlers['here.whoSpoke']({ id, turn: 99, speaker: 1 })).rejects.toMatchObject({
    detail: 'no-such-turn',
  });
  const entries = await handlers['audit.list'](undefined);
  expect(entries.filter(({ what }) => what === 'speakers-changed').length).toBeGreaterThanOrEqual(
    4,
  );
});

test('where nobody is told apart, nobody can be swapped', async () => {
  const one = await workHere();
  await one.setSpeech();
  const id = await one.record();
  await one.until(id, 'ready');
  expect(await one.handlers['notes.spoken']({ id })).not.toHaveProperty('toldApart');
  await expect(one.handlers['here.whoSpoke']({ id, doctor: 1 })).rejects.toMatchObject({
    detail: 'speakers-unknown',
  });
});
