/** How far somebody has read a document that scrolls in a box. All lengths in px. */
export type Box = { readonly scrollTop: number; readonly clientHeight: number; readonly scrollHeight: number }
export type Mark = { readonly id: string; readonly top: number }

/** Browsers round: within this the end is reached. */
const END_WITHIN = 2
/** A section is read once its heading has come this far up the box. */
const READ_AT = 0.3

export const hasReachedEnd = ({ scrollTop, clientHeight, scrollHeight }: Box): boolean =>
  scrollTop + clientHeight >= scrollHeight - END_WITHIN

/** The part that has been seen, in whole percent; a text that fits has been read at once. */
export const percentRead = (box: Box): number =>
  hasReachedEnd(box) ? 100 : Math.min(99, Math.floor(((box.scrollTop + box.clientHeight) / box.scrollHeight) * 100))

/** The section in view: the last whose heading is in the upper part of the box; at the end the last of all. */
export function sectionInView(marks: readonly Mark[], box: Box): string | undefined {
  if (hasReachedEnd(box) && box.scrollTop > 0) return marks.at(-1)?.id
  const line = box.scrollTop + box.clientHeight * READ_AT
  return (marks.findLast(({ top }) => top <= line) ?? marks[0])?.id
}
