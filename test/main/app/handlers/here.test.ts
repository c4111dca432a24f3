/** What is set for the work on this computer, as a screen is told it. */
import { expect, test } from 'vitest';
import { createHereHandlers, type HereHandlersDeps } from '../../../../main/app/handlers/here.ts';
import type { ModelRecord } from '../../../../main/infrastructure/speech/models/inspect-model.ts';

const told = (speechModel: string, used?: Pick<ModelRecord, 'languages'>) =>
  createHereHandlers({
    engineChoice: { get: () => ({ speechModel }) },
    speechModels: { used: () => used },
  } as unknown as HereHandlersDeps)['here.get'](undefined);

test('a chosen model that is not in the list any more is told, so that a screen warns before a recording', () => {
  expect(told('0123456789abcdef')).toEqual({
    speechModel: '0123456789abcdef',
    modelUnlisted: true,
  });
});

test('a chosen model that is in the list tells what it hears, and no model tells neither', () => {
  expect(told('0123456789abcdef', { languages: ['hi'] })).toEqual({
    speechModel: '0123456789abcdef',
    modelLanguages: ['hi'],
  });
  expect(told('')).toEqual({ speechModel: '' });
});
