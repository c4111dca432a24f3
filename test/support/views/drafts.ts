/** A draft of this computer, and who spoke in a visit that was heard here. */
import { clinic, openBeside, openNote, press, settled, type View } from './view.ts';

export const draftViews: readonly View[] = [
  {
    name: 'draft-waiting',
    scene: { ...clinic, draft: 'waiting' },
    reach: async (page) => {
      await press(page, 'Read draft: Salma Ali');
      await page.getByRole('region', { name: 'Draft from this computer' }).waitFor();
      await settled(page);
    },
  },
  {
    name: 'note-speakers',
    scene: { ...clinic, review: 'heard', toldApart: 'guessed' },
    reach: async (page) => {
      await openNote('Farhan Shaikh')(page);
      const side = await openBeside(page, 'Transcript');
      await side.getByRole('button', { name: 'Speaker 1 is the doctor' }).waitFor();
      await settled(page);
    },
  },
];
