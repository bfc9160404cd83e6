/** Limits on the length of a text. */

/** The server's limits of a name, and of a label of RFQs and quotes. */
export const NAME_CHARACTERS = 64
export const LABEL_CHARACTERS = 128

/** Spaces around a text are not sent, so they do not count. A text is refused, never shortened. */
export const tooLongText = (text: string, most: number): string | undefined => {
  const { length } = text.trim()
  return length > most ? `At most ${most} characters are allowed. You entered ${length}.` : undefined
}
