/** The point where a list goes on: the last row's time and id, opaque and safe in a URL as it is. */
export type Position = { readonly at: number; readonly id: string }

export const formatCursor = ({ at, id }: Position): string => Buffer.from(`${at} ${id}`).toString('base64url')

/** Undefined for what is no cursor of ours. */
export function parseCursor(text: string): Position | undefined {
  const match = /^(\d{1,15}) ([A-Za-z0-9_]{1,64})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  return match === null ? undefined : { at: Number(match[1]), id: match[2]! }
}
