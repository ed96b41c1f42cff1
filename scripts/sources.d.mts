/** Below dist/: the hash of the sources it was built from. */
export const BUILD_STAMP: string;
/** Changes iff a file the build reads appears, goes, or changes. */
export function hashSources(root: string): string;
