import type { PegTerms } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { bandText, endMessage, isPulledAtEnd, previewMessage, runningMessage } from './peg-messages.ts'

const terms: PegTerms = { offset: { unit: 'VOL', amount: 0.4 }, bandTicks: 4, mostPerSecond: 5 }
const figures = { mark: 0.0409, pricePerVol: 0.00125, tick: 0.0001 }
const shown = { figures, live: { BUY: '0.0402', SELL: '0.0412' }, decimals: 4 }
const both = ['BUY', 'SELL'] as const

describe('11.11 messages of a peg', () => {
  it.each([
    ['both sides', both, shown, 'When on: replaces 0.0402 / 0.0412 with 0.0404 / 0.0414, stops if the mark leaves 0.0405–0.0413.'],
    ['one side', ['SELL'] as const, shown, 'When on: replaces 0.0412 with 0.0414, stops if the mark leaves 0.0405–0.0413.'],
    ['what stands already', both, { ...shown, live: { BUY: '0.0404', SELL: '0.04140' } }, 'When on: keeps 0.0404 / 0.0414, stops if the mark leaves 0.0405–0.0413.'], // prettier-ignore
    ['no mark', both, { ...shown, figures: { ...figures, mark: undefined } }, undefined],
    ['no vega', both, { ...shown, figures: { ...figures, pricePerVol: undefined } }, undefined],
  ])('previews what switching it on would do: %s', (_title, sides, seen, then) => expect(previewMessage(terms, sides, seen)).toBe(then))

  it('shows what it does, and when it stops', () => {
    const history = { sides: both, startMark: 0.0409, replacedAt: [] }
    expect(runningMessage(terms, history, shown, 'Pegged at')).toBe(
      'Pegged at 0.0402 / 0.0412. Stops and cancels if the mark leaves 0.0405–0.0413.',
    )
    expect(bandText(-0.0001, 2, 0.0001, 4)).toBe('−0.0003–0.0001')
  })

  it('shows why and when it stopped, and whether the quote was cancelled', () => {
    expect(endMessage('BAND_LEFT', '12:16:42.103 UTC', undefined)).toBe('Stopped and cancelled 12:16:42.103 UTC: the mark left its band.')
    expect(endMessage('REFUSED', '12:16:42.103 UTC', 'Your limit is 5.')).toBe(
      'Stopped and cancelled 12:16:42.103 UTC: a replacement was rejected (Your limit is 5).',
    )
    expect(endMessage('CHANGED', '12:16:42.103 UTC', undefined)).toContain('Stopped 12:16:42.103 UTC: the quote was changed manually.')
    expect([isPulledAtEnd('BY_HAND'), isPulledAtEnd('OFFLINE')]).toEqual([false, true])
  })
})
