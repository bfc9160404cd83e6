/** `isNot` is set for an order that was accepted and did not trade. It has no tick. */
export type Step = { readonly word: string; readonly at: number; readonly isNot?: boolean }
export type Refused = { readonly words: string; readonly at: number; readonly field: string | undefined }
