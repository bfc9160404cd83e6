/** The product's version, as people read it in Settings: the build puts the package's own in. */
export const VERSION: string = import.meta.env['PARLEY_VERSION']
