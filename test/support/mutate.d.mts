import type { Plugin } from 'vite';
export function mutate(file: string, source: string): string | undefined;
export function mutantPlugin(): Plugin;
