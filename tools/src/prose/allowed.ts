/** Good English that a pattern would find, allowed by name. A phrase is taken out of a text before the patterns look at it. */

export type Allowed = { readonly phrase: string; readonly why: string }

export const ALLOWED: readonly Allowed[] = []
