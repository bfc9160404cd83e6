/** The product's version, as shown in Settings. The build inserts the package's version. */
export const VERSION: string = import.meta.env['PARLEY_VERSION']
