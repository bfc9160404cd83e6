import { describe, expect, it } from 'vitest'
import { venueRefusal, venueSentence, venueState, type VenueFacts, type VenueState } from './venue-state.ts'

const well: VenueFacts = { isConnected: true, isSilent: false, roundTripMs: 60, pause: undefined }

// In the order in which they take precedence.
const table: [title: string, facts: Partial<VenueFacts>, state: VenueState][] = [
  ['it says that it is under maintenance', { pause: 'MAINTENANCE', isConnected: false, isSilent: true }, 'MAINTENANCE'],
  ['it settles its expiries', { pause: 'SETTLEMENT', roundTripMs: 4_000 }, 'PAUSED_SETTLEMENT'],
  ['its line is down', { isConnected: false }, 'DISCONNECTED'],
  ['its figures are old', { isSilent: true, roundTripMs: 4_000 }, 'DISCONNECTED'],
  ['its answers take as long as prices take to age', { roundTripMs: 1_500 }, 'SLOW'],
  ['it answers in time', {}, 'OPEN'],
  ['it has not been measured yet', { roundTripMs: undefined }, 'OPEN'],
]

describe('3.20 the state of a venue', () => {
  it.each(table)('%s', (_, facts, state) => expect(venueState({ ...well, ...facts })).toBe(state))

  it('is a whole sentence that names the venue', () => {
    for (const [, , state] of table) expect(venueSentence('BYB', state)).toMatch(/^Bybit .*\.$/)
  })
})

describe('3.21 nothing new is sent to a venue that takes nothing', () => {
  it.each<[VenueState, boolean]>([
    ['OPEN', false],
    ['SLOW', false],
    ['DISCONNECTED', false],
    ['PAUSED_SETTLEMENT', true],
    ['MAINTENANCE', true],
  ])('%s: refused is %s', (state, isRefused) => {
    const refusal = venueRefusal('DBT', state)
    expect(refusal !== undefined).toBe(isRefused)
    if (refusal !== undefined) expect(refusal).toMatchObject({ refused: 'VenuePaused', rule: '3.21', message: venueSentence('DBT', state) })
  })
})
