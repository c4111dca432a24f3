/** Scripts that Vite builds into files of their own; the import is their address. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
