/**
 * Packages of the lockfile that reach a user: the core's packages with all that they need, the
 * packages that the page bundles, and Electron itself.
 */

/**
 * Packages of the page that stand under devDependencies because the bundler takes them in;
 * test/trust/p29 holds this against the page's imports.
 */
export const bundledInPage = [
  '@fontsource/noto-sans',
  'i18next',
  'lucide-react',
  'prosemirror-commands',
  'prosemirror-history',
  'prosemirror-keymap',
  'prosemirror-model',
  'prosemirror-state',
  'prosemirror-view',
  'react',
  'react-aria',
  'react-aria-components',
  'react-dom',
  'react-i18next',
  'react-markdown',
  'rehype-sanitize',
  'remark-gfm',
  'zustand',
];

/** Packages that only the Electron host has, bundled into it like the page's. */
export const bundledInHost = ['electron-updater'];

/**
 * What lies inside a package under a name or a licence of its own, and in which form: a library as
 * WebAssembly is replaceable by building the package anew, weights by other files.
 */
export const licencesInside = {
  'wasm-media-encoders': { library: 'LAME', licence: 'LGPL-2.0-or-later', as: 'WebAssembly' },
  'mpg123-decoder': { library: 'mpg123', licence: 'LGPL-2.1-only', as: 'WebAssembly' },
  'onnxruntime-web': { library: 'Eigen', licence: 'MPL-2.0', as: 'WebAssembly' },
  '@moonshine-ai/moonshine-js': {
    library: 'Moonshine tiny, English',
    licence: 'MIT',
    as: 'weights',
  },
};

/**
 * Returns the name of the package at a place of the lockfile: under `overrides` another one may lie
 * there than the place says.
 */
export const nameAt = (packages, place) =>
  packages[place]?.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The licences that bind whoever gets the package: its own, and another one inside it. */
export function licenceOf(name, around) {
  const inside = licencesInside[name]?.licence;
  return inside && inside !== around ? `${around} AND ${inside}` : around;
}

/** For the compiler only: they are peers of what ships, and never leave. */
const neverShips = (name) => name === 'typescript' || name.startsWith('@types/');

/**
 * Returns the place from which Node would load `name` for the package at `place`, by the lockfile's
 * places; undefined if it is not there (optional, or a peer).
 */
function resolve(packages, place, name) {
  for (let from = place; from !== undefined; from = above(from)) {
    const found = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
    if (packages[found]) return found;
  }
  return undefined;
}

/** The package in whose folder this one lies; '' is the project itself. */
function above(place) {
  if (place === '') return undefined;
  return place.includes('/node_modules/')
    ? place.slice(0, place.lastIndexOf('/node_modules/'))
    : '';
}

/**
 * The places (`node_modules/a`, `node_modules/a/node_modules/b`) of these packages of the root and
 * of all that they need.
 */
function closure(packages, names) {
  const found = new Set();
  const visit = (place) => {
    if (place === undefined || found.has(place)) return;
    found.add(place);
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[place];
    for (const name of [
      ...Object.keys(dependencies),
      ...Object.keys(optionalDependencies),
      ...Object.keys(peerDependencies),
    ].filter((each) => !neverShips(each)))
      visit(resolve(packages, place, name));
  };
  for (const name of names) visit(resolve(packages, '', name));
  return [...found].sort();
}

/**
 * `{ core, page }`: places of what the core and its Electron host need, and of what the page
 * bundles.
 */
export function shipped({ packages }) {
  const { dependencies = {}, optionalDependencies = {} } = packages[''];
  return {
    core: closure(packages, [
      ...Object.keys(dependencies),
      ...Object.keys(optionalDependencies),
      ...bundledInHost,
    ]),
    page: closure(packages, bundledInPage),
  };
}
