/** The refusals of a press that sent one side of a quote or both, in words. Pure. */
import type { OrderVerdict } from '@parley/client'

export type LineRefusal = {
  readonly words: string
  /**
   * Of two sides neither was changed: this one for its own reason, or for the other side's (rulebook 5.23). ONE says nothing of another side,
   * and is also what is said where no answer came.
   */
  readonly of: 'ONE' | 'BOTH' | 'OTHER_SIDE'
}
export type LineRefusals = readonly (LineRefusal | undefined)[]

export const NEITHER = 'Neither side was changed'

/** One for each line of a two-way quote, in their order. */
export function refusalsOf(verdicts: readonly Pick<OrderVerdict, 'refusal'>[]): LineRefusals {
  const isDecided = verdicts.every(({ refusal }) => refusal !== undefined && refusal.error !== 'Unavailable')
  return verdicts.map(({ refusal }) => {
    if (refusal === undefined) return undefined
    if (!isDecided) return { words: refusal.message, of: 'ONE' }
    return { words: refusal.message, of: refusal.error === 'OtherSideRefused' ? 'OTHER_SIDE' : 'BOTH' }
  })
}

export const isNeither = (refusals: LineRefusals): boolean => refusals.some((refusal) => refusal !== undefined && refusal.of !== 'ONE')

/** Each line that has a reason of its own. */
export const reasonWords = (lines: readonly { readonly words: string }[], refusals: LineRefusals): string =>
  refusals
    .flatMap((refusal, place) =>
      refusal === undefined || refusal.of === 'OTHER_SIDE' ? [] : [`${lines[place]!.words} refused: ${refusal.words}`],
    )
    .join(' ')

/** The same, and that nothing was changed where that is known. */
export const refusedWords = (lines: readonly { readonly words: string }[], refusals: LineRefusals): string =>
  `${isNeither(refusals) ? `${NEITHER}. ` : ''}${reasonWords(lines, refusals)}`
