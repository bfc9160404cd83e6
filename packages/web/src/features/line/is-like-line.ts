/** A structure contains a digit and a letter. Other text is a search. */
export const isLikeLine = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text) && text.trim().length > 5
