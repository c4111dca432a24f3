import type { Plugin } from 'vite';
export function patternOf(find: string): RegExp;
export function placesOf(find: string, source: string): { start: number; end: number }[];
export function mutate(file: string, source: string): string | undefined;
export function mutantPlugin(): Plugin;
