/** A visit that is worked on on this computer, through the whole core, without an account. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { certainOf } from '../../../shared/model/note/checks.ts';
import { templatesHere } from '../../../shared/model/work-here.ts';
import { tone } from '../../support/rigs/outbox-rig.ts';
import { visit } from '../../support/rigs/recorder.ts';
import { SAID, workHere } from '../../support/rigs/work-here.ts';
import { chatAnswer, secondsIn, verbose } from '../../support/servers/openai-server.ts';
import { writeTinyWhisper } from '../../support/tiny-whisper.ts';

test('without an account, what was said becomes a note, and only the engine is told', async () => {
  const one = await workHere();
  await one.setSpeech();
  const id = await one.record();
  expect((await one.until(id, 'ready', 'attention', 'partial')).state).toBe('ready');
  const transcript = await one.text(id, 'transcript');
  expect(transcript).toMatchObject({
    text: `[00:00] ${SAID}`,
    writtenHere: { speech: 'whisper' },
  });
  const { branches } = await one.handlers['notes.versions']({ id });
  expect(branches.map(({ isHere }) => isHere)).toEqual([true, true]);
  const note = await one.text(id, 'markdown');
  expect(note?.text).toContain('fever and dry cough for three days');
  expect(note?.text).toContain('No breathlessness');
  expect(note?.text).toContain('paracetamol 650 mg twice daily');
  expect([...one.origins]).toEqual([one.server.address]);
  // Codes are asked of this computer alone, and the platform by name is refused.
  const { entities } = await one.handlers['desk.open']({ id });
  expect(entities.some(({ text, status }) => text === 'fever' && status === 'present')).toBe(true);
  await expect(
    one.handlers['desk.link']({ id, by: 'platform', anew: false }),
  ).rejects.toMatchObject({ detail: 'worked-here' });
  await expect(
    one.handlers['desk.search']({
      ontology: 'icd-10-cm',
      text: 'fever of unknown name',
      by: 'platform',
      visit: id,
    }),
  ).rejects.toMatchObject({ detail: 'worked-here' });
  await expect(
    one.handlers['notes.ask']({ id, template: 'clinical_notes_template' }),
  ).rejects.toMatchObject({ detail: 'worked-here' });
  expect([...one.origins]).toEqual([one.server.address]);
});

test('what the server doubted is to be looked at in the note, and a name that was put in can be taken back', async () => {
  const one = await workHere();
  await one.setSpeech();
  const heard = 'I have had fever for thirty days. I take perch tummel 650 mg twice daily.';
  one.server.hears(({ body }) => verbose(heard, secondsIn(body), ['thirty', 'perch', '650']));
  const id = await one.record();
  await one.until(id, 'ready');
  const corrected = heard.replace('perch tummel', 'paracetamol');
  expect((await one.text(id, 'transcript'))?.text).toBe(`[00:00] ${corrected}`);
  const note = (await one.text(id, 'markdown'))?.text;
  expect(note).toContain('I take paracetamol 650 mg twice daily.');
  const state = await one.handlers['notes.versions']({ id });
  const found = async () => {
    const { branches } = await one.handlers['notes.versions']({ id });
    const { id: branch, head: version } = branches.find((each) => each.id === state.note) ?? {
      id: '',
      head: 0,
    };
    const all = await one.handlers['notes.checks']({ id, branch, version });
    return certainOf(all).filter(({ kind }) => kind === 'heard');
  };
  expect((await found()).map(({ inNote, putIn }) => [inNote, putIn?.heard])).toEqual([
    ['thirty', undefined],
    ['paracetamol', 'perch tummel'],
    ['650', undefined],
  ]);
  const doubt = (await found())[1]?.putIn?.doubt ?? -1;
  const { branches } = await one.handlers['notes.takeBack']({ id, doubt, heard: 'perch tummel' });
  const text = branches.find((each) => each.id === state.note)?.sections.map((each) => each.text);
  expect(text?.join()).toContain('I take perch tummel 650 mg twice daily.');
  expect((await one.text(id, 'transcript'))?.text).toBe(`[00:00] ${heard}`);
  expect((await found()).map(({ inNote }) => inNote)).toEqual(['thirty', '650']);
});

test('nothing that was said, and no token, is readable on the disk or in the log', async () => {
  const one = await workHere();
  await one.setSpeech();
  const canary = 'Fever since I left Zanzibarica.';
  // Its words lie beside the transcript too, as doubted ones.
  one.server.hears(({ body }) => verbose(canary, secondsIn(body), canary.split(' ')));
  const id = await one.record();
  await one.until(id, 'ready');
  expect((await one.text(id, 'markdown'))?.text).toContain(canary);
  const files = readdirSync(one.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)));
  expect(files.length).toBeGreaterThan(2);
  for (const word of ['Zanzibarica', 'zanzibarica', 'canary-token', 'Asha Practice'])
    for (const bytes of [...files, Buffer.from(one.lines.join('\n'))])
      expect(bytes.includes(word)).toBe(false);
});

test('a visit in a language that no engine here knows waits for a person, and goes on when one is set', async () => {
  const one = await workHere();
  const id = await one.record(['hi']);
  const waiting = await one.until(id, 'attention');
  expect(waiting.trouble?.code).toBe('engine-language');
  await one.setSpeech();
  await one.handlers['outbox.retry']({ id });
  expect((await one.until(id, 'ready')).state).toBe('ready');
});

test('what a model of one’s own hears is told with what is set, as long as it is the one in use', async () => {
  const one = await workHere();
  const { handlers } = one;
  const { place } = await handlers['here.models'](undefined);
  writeTinyWhisper(path.join(place, 'whisper'));
  const { id = '' } = (await handlers['here.models.look'](undefined)).models[0] ?? {};
  expect(await handlers['here.get'](undefined)).not.toHaveProperty('modelLanguages');
  await handlers['here.models.use']({ id });
  for (const told of [
    await handlers['here.get'](undefined),
    await handlers['here.set']({ usual: true }),
  ])
    expect(told.modelLanguages).toEqual(['en', 'hi']);
  await one.setSpeech();
  const after = await handlers['here.get'](undefined);
  expect(after).not.toHaveProperty('modelLanguages');
  expect(after).not.toHaveProperty('modelUnlisted');
});

test('a model’s note is held against what was said, and is asked for again after it failed', async () => {
  const one = await workHere();
  await one.setSpeech();
  await one.handlers['here.setServer']({
    engine: 'note',
    address: one.server.address,
    model: 'llama',
  });
  await one.handlers['here.set']({ sections: ['History', 'Plan'] });
  one.server.writes(() => chatAnswer('I would rather not.'));
  const id = await one.record();
  await one.until(id, 'partial');
  const draft = await one.text(id, 'markdown');
  expect(draft?.text).toContain('fever and dry cough for three days');
  expect(draft?.warnings[0]).toContain('not a note in the form');
  one.server.writes(() =>
    chatAnswer({
      sections: [
        {
          title: 'History',
          statements: [
            { text: 'Fever and dry cough for three days.', turns: [0] },
            { text: 'Severe chest pain radiating to the jaw.', turns: [0] },
          ],
        },
        { title: 'Plan', statements: [{ text: 'Paracetamol 850 mg twice daily.', turns: [0] }] },
      ],
    }),
  );
  await one.handlers['outbox.retry']({ id });
  await one.until(id, 'ready');
  const note = await one.text(id, 'markdown');
  expect(note?.writtenHere).toEqual({ speech: 'whisper', model: 'tiny-writer', prompt: 'note-1' });
  expect(note?.text).toBe(
    [
      '## History',
      '- Fever and dry cough for three days.',
      '- Severe chest pain radiating to the jaw. [not found in what was said]',
      '',
      '## Plan',
      '- Paracetamol 850 mg twice daily. [not found in what was said]',
    ].join('\n'),
  );
  expect([...one.origins]).toEqual([one.server.address]);
});

test('a lock ends the call that is under way, and the visit goes on after it', async () => {
  const one = await workHere();
  await one.setSpeech();
  let asked = () => {};
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let isHeld = true;
  one.server.hears(({ body }) => {
    asked();
    return isHeld ? undefined : verbose(SAID, secondsIn(body));
  });
  const id = await one.record();
  await wasAsked;
  await one.handlers['vault.lock'](undefined);
  await one.app.idle();
  isHeld = false;
  await one.handlers['vault.unlock']({});
  expect((await one.until(id, 'ready', 'attention')).state).toBe('ready');
});

test('where the organisation has set the platform, only an engine on this computer can be set', async () => {
  const one = await workHere({
    file: 'policy.json',
    problems: [],
    organisation: 'Sunrise Hospital',
    platform: { baseUrl: 'https://scribe.example', brand: 'svc', clientId: 'ward' },
  });
  await expect(
    one.handlers['here.setServer']({
      engine: 'speech',
      address: 'https://elsewhere.example',
      model: 'whisper',
    }),
  ).rejects.toMatchObject({ detail: 'set-by-organisation' });
  expect((await one.setSpeech()).speech.hasToken).toBe(true);
});

test('set as usual, a recording and a file of the page are worked on here, unless the page says no', async () => {
  const one = await workHere();
  await one.setSpeech();
  await one.handlers['here.set']({ usual: true });
  const setup = {
    ...visit({ patient: { name: 'Asha Practice' } }),
    templates: ['eka_emr_template'],
    inputLanguages: ['en-IN'],
  };
  const begun = async (worksHere?: boolean) => {
    const { id } = await one.handlers['recordings.start']({ ...setup, worksHere });
    await one.handlers['recordings.discard']({ id });
    return one.handlers['visits.get']({ id });
  };
  const imported = async (worksHere?: boolean) => {
    const bytes = new Uint8Array(tone(4));
    const { importId } = await one.handlers['imports.begin']({
      setup: { ...setup, worksHere },
      name: 'visit.wav',
      size: bytes.length,
    });
    await one.handlers['imports.append']({ importId, offset: 0, bytes });
    const { id } = await one.handlers['imports.finish']({ importId });
    return one.handlers['visits.get']({ id });
  };
  const here = { worksHere: true, templates: [...templatesHere] };
  expect(await begun()).toMatchObject(here);
  expect(await imported()).toMatchObject(here);
  for (const make of [begun, imported]) {
    const elsewhere = await make(false);
    expect(elsewhere.templates).toEqual(['eka_emr_template']);
    expect(elsewhere).not.toHaveProperty('worksHere');
  }
  await one.handlers['here.set']({ usual: false });
  expect(await begun(true)).toMatchObject(here);
  expect(await imported(true)).toMatchObject(here);
  expect(await imported()).not.toHaveProperty('worksHere');
});

test('what is said is in the draft while it is recorded, and once in the transcript', async () => {
  const one = await workHere();
  const { handlers } = one;
  const { id } = await handlers['recordings.start']({
    ...visit({ patient: { name: 'Asha Practice' } }),
    inputLanguages: ['en-IN'],
    templates: [...templatesHere],
    worksHere: true,
  });
  const file = path.join(import.meta.dirname, '../../fixtures/speech/complaint.wav');
  const sound = Buffer.concat([readFileSync(file).subarray(44), Buffer.alloc(4 * 32_000)]);
  for (let at = 0; at < sound.length; at += 8000)
    await handlers['recordings.append']({
      id,
      firstSample: at / 2,
      audio: new Uint8Array(sound.subarray(at, at + 8000)),
    });
  let lines: readonly { readonly text: string }[] = [];
  while (!lines.some(({ text }) => /twice daily/i.test(text))) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    ({ lines } = await handlers['here.draft']({ id }));
  }
  await handlers['recordings.finish']({ id, samples: sound.length / 2 });
  // It is a draft of the recording that runs, and of nothing else.
  expect(await handlers['here.draft']({ id })).toEqual({ lines: [] });
  await one.until(id, 'ready');
  const said = (await one.text(id, 'transcript'))?.text?.replace(/\[[\d:]+\] /g, '');
  expect(said).toBe(lines.map(({ text }) => text).join('\n'));
});

test('a visit of a platform that nobody is signed in to is heard here by the setting alone, and its draft stands in no log', async () => {
  const one = await workHere();
  await one.setSpeech();
  const id = await one.record(['en-IN'], false);
  const held = async () => {
    for (;;) {
      const found = await one.handlers['visits.get']({ id });
      if (found.hold === 'sign-in' && found.state === 'prepared') return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const before = await held();
  expect(one.server.asked).toHaveLength(0);
  await one.handlers['here.set']({ fallback: true });
  while ((await one.handlers['visits.get']({ id })).fallback?.state !== 'made')
    await new Promise((resolve) => setTimeout(resolve, 20));
  const { fallback: _made, ...after } = await one.handlers['visits.get']({ id });
  expect(after).toEqual(before);
  expect(await one.handlers['notes.get']({ id })).toBeUndefined();
  const { branches, note } = await one.handlers['notes.versions']({ id });
  expect(note).toBeUndefined();
  expect(branches.map(({ fallback }) => fallback?.by?.speech)).toEqual(['whisper', 'whisper']);
  const entries = await one.handlers['audit.list'](undefined);
  expect(entries).toContainEqual(expect.objectContaining({ what: 'draft-made', who: 'scriba' }));
  expect(one.lines.join()).not.toContain('fever');
  // One that is there is not made anew.
  await one.handlers['here.fallback']({ id });
  expect(one.server.asked).toHaveLength(1);
});
