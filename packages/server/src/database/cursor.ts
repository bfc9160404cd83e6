/** The point where a list goes on: the last row's time and id, opaque and safe in a URL as it is. */
export type Position = { readonly at: number; readonly id: string }

export const formatCursor = ({ at, id }: Position): string => Buffer.from(`${at} ${id}`).toString('base64url')

const MOST_DIGITS = 15

/** For lists whose ids are all numbers. */
export const isNumbered = ({ id }: Pick<Position, 'id'>): boolean => /^\d+$/.test(id)

/** Undefined for what is no cursor of ours. */
export function parseCursor(text: string): Position | undefined {
  const match = /^(\d{1,15}) ([A-Za-z0-9_]{1,64})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  const [, at, id] = match ?? []
  // A number that has more digits is none of ours, and no number of the database either.
  if (id === undefined || (isNumbered({ id }) && id.length > MOST_DIGITS)) return undefined
  return { at: Number(at), id }
}
