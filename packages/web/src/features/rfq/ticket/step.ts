/** `isNot` is set of an order that was taken and dealt nothing: that is said, and not ticked off. */
export type Step = { readonly word: string; readonly at: number; readonly isNot?: boolean }
export type Refused = { readonly words: string; readonly at: number; readonly field: string | undefined }
