/** The point at which a list continues: the last row's time and id, opaque and safe in a URL. */
export type Position = { readonly at: number; readonly id: string }

export const formatCursor = ({ at, id }: Position): string => Buffer.from(`${at} ${id}`).toString('base64url')

const MOST_DIGITS = 15

/** For lists in which all ids are numbers. */
export const isNumbered = ({ id }: Pick<Position, 'id'>): boolean => /^\d+$/.test(id)

/** Undefined if the text is not one of our cursors. */
export function parseCursor(text: string): Position | undefined {
  const match = /^(\d{1,15}) ([A-Za-z0-9_]{1,64})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  const [, at, id] = match ?? []
  // A number with more digits is neither one of ours nor a number that the database accepts.
  if (id === undefined || (isNumbered({ id }) && id.length > MOST_DIGITS)) return undefined
  return { at: Number(at), id }
}
