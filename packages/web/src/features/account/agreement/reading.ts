/** How far a user has read a document in a scroll box. All lengths are in px. */
export type Box = { readonly scrollTop: number; readonly clientHeight: number; readonly scrollHeight: number }
export type Mark = { readonly id: string; readonly top: number }

/** Browsers round scroll positions. Within this distance the end counts as reached. */
const END_WITHIN = 2
/** A section counts as current once its heading is this far from the top of the box. */
const READ_AT = 0.3

export const hasReachedEnd = ({ scrollTop, clientHeight, scrollHeight }: Box): boolean =>
  scrollTop + clientHeight >= scrollHeight - END_WITHIN

/** The part that has been seen, in whole percent. A text that fits into the box has been seen completely. */
export const percentRead = (box: Box): number =>
  hasReachedEnd(box) ? 100 : Math.min(99, Math.floor(((box.scrollTop + box.clientHeight) / box.scrollHeight) * 100))

/** The current section: the last one whose heading is in the upper part of the box, or the last section at the end. */
export function sectionInView(marks: readonly Mark[], box: Box): string | undefined {
  if (hasReachedEnd(box) && box.scrollTop > 0) return marks.at(-1)?.id
  const line = box.scrollTop + box.clientHeight * READ_AT
  return (marks.findLast(({ top }) => top <= line) ?? marks[0])?.id
}
