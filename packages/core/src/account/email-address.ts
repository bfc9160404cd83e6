/** Email addresses in the form in which they are compared and stored. */
const CHARACTERS_MOST = 254
/** The domain must contain a dot, because mail to a bare host name is only delivered locally. */
const ADDRESS = /^[^\s@\p{C}]{1,64}@[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)+$/u

/** Lower case, without the spaces that pasting adds. */
export const cleanEmailAddress = (typed: string): string => typed.normalize('NFC').trim().toLowerCase()
export const isEmailAddress = (text: string): boolean => text.length <= CHARACTERS_MOST && ADDRESS.test(text)
