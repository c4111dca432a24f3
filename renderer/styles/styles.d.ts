/** Lets the compiler know that style sheets may be imported; the build takes care of them. */
declare module '*.css';
