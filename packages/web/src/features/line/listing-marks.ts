/** Marks in the form that the line parser needs. */
import type { Instrument } from '@parley/core'
import type { MarkView } from '@parley/contracts'

export function markedBy(
  marks: ReadonlyMap<number, MarkView>,
  { id }: Instrument,
): { readonly forward: number; readonly delta: number | undefined } | undefined {
  const mark = marks.get(id)
  if (mark === undefined) return undefined
  return { forward: Number(mark.underlying_price), delta: mark.delta == null ? undefined : Number(mark.delta) }
}
