import { product } from '@parley/core'

/** The short name of a product, or its code for a product that this release does not know. */
export const productName = (code: string): string => product(code)?.shortName ?? code
