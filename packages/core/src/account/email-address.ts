/** Addresses of mail, as they are compared and kept. */
const CHARACTERS_MOST = 254
/** A dot in the domain is asked for: without one, mail leaves no building. */
const ADDRESS = /^[^\s@\p{C}]{1,64}@[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)+$/u

/** Lower case and without the blanks that come with pasting. */
export const cleanEmailAddress = (typed: string): string => typed.normalize('NFC').trim().toLowerCase()
export const isEmailAddress = (text: string): boolean => text.length <= CHARACTERS_MOST && ADDRESS.test(text)
