/** Good English that a pattern would find, allowed by name. A phrase is taken out of a text before the patterns look at it. */

export type Allowed = { readonly phrase: string; readonly why: string }

/** Screens show these messages exactly as published. */
const PUBLISHED = 'an exact text of the specification'

export const ALLOWED: readonly Allowed[] = [
  { phrase: 'All GRFQ/DRFQ quotes canceled: MMP limit reached', why: PUBLISHED },
  { phrase: 'All Future Spreads quotes canceled: MMP limit reached', why: PUBLISHED },
]
