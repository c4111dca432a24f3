export type LockedPackage = {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
export type Lock = { lockfileVersion: number; packages: Record<string, LockedPackage> };
export const bundledInPage: string[];
export const bundledInHost: string[];
export const licencesInside: Record<
  string,
  { library: string; licence: string; as: 'WebAssembly' | 'weights' }
>;
export function nameAt(packages: Lock['packages'], place: string): string;
export function licenceOf(name: string, around: string): string;
export function shipped(lock: Lock): { core: string[]; page: string[] };
