/** Texts for the refusals of one or both sides of a quote. Pure. */
import type { OrderVerdict } from '@parley/client'
import { tooLateText } from './order-outcome.ts'

export type LineRefusal = {
  readonly words: string
  /**
   * If neither of two sides was changed: refused for its own reason, or because of the other side (rulebook 5.23). ONE makes no statement about
   * another side, and is also used if no response came.
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
    const words = tooLateText(refusal) ?? refusal.message
    if (!isDecided) return { words, of: 'ONE' }
    return { words, of: refusal.error === 'OtherSideRefused' ? 'OTHER_SIDE' : 'BOTH' }
  })
}

export const isNeither = (refusals: LineRefusals): boolean => refusals.some((refusal) => refusal !== undefined && refusal.of !== 'ONE')

/** Each line that has a reason of its own. */
export const reasonTexts = (lines: readonly { readonly words: string }[], refusals: LineRefusals): string =>
  refusals
    .flatMap((refusal, place) =>
      refusal === undefined || refusal.of === 'OTHER_SIDE' ? [] : [`${lines[place]!.words} rejected: ${refusal.words}`],
    )
    .join(' ')

/** The same, and that nothing was changed if that is known. */
export const refusedText = (lines: readonly { readonly words: string }[], refusals: LineRefusals): string =>
  `${isNeither(refusals) ? `${NEITHER}. ` : ''}${reasonTexts(lines, refusals)}`
