/** A structure has a figure and a word; text without both is looked for in lists. */
export const isLikeLine = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text) && text.trim().length > 5
