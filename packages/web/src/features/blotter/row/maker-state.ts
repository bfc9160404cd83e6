/** How a direct request stands before a maker who was asked: what has no price yet comes first, then what the mark has left. Pure. */
import type { Rfq } from '@parley/client'
import type { OwnPart } from '../../rfq/book/own-part.ts'

export type MakerState =
  | 'NEW'
  | 'PULLED'
  | 'BEHIND'
  | 'QUOTED'
  | 'BID_ONLY'
  | 'ASK_ONLY'
  | 'DEALT'
  | 'MMP'
  | 'DECLINED'
  | 'TRADED_AWAY'
  | 'OVER'
export type Band = 'New' | 'Behind' | 'Quoted' | 'Not quoting'

export const bands = ['New', 'Behind', 'Quoted', 'Not quoting'] as const satisfies readonly Band[]

export type MakerFacts = {
  readonly rfq: Pick<Rfq, 'state' | 'closedReason' | 'declinedByMe' | 'takerSide'>
  readonly own: Pick<OwnPart, 'bids' | 'asks' | 'position' | 'pulled'>
  /** As the main table says it: what became of an RFQ that is over. */
  readonly status: string
  /** A protection of the desk holds one of the products. */
  readonly isHeld: boolean
  /** By how many ticks the mark is above the one the quote was made at; undefined where that mark is not known. */
  readonly moved: number | undefined
  readonly tick: number
}

/** In order of precedence: an RFQ that is over, what rests, what was dealt, what is held, what was declined, what was pulled. */
export function makerState({ rfq, own, status, isHeld, moved, tick }: MakerFacts): MakerState {
  if (rfq.state === 'CLOSED') return status === 'Trd Away' ? 'TRADED_AWAY' : 'OVER'
  const [bid, ask] = [own.bids[0], own.asks[0]]
  if (bid !== undefined || ask !== undefined) {
    const width = bid === undefined || ask === undefined ? 0 : (Number(ask.price) - Number(bid.price)) / tick
    if (isBehind(moved, width)) return 'BEHIND'
    if (rfq.takerSide !== undefined) return 'QUOTED'
    return ask === undefined ? 'BID_ONLY' : bid === undefined ? 'ASK_ONLY' : 'QUOTED'
  }
  if (own.position !== undefined) return 'DEALT'
  if (isHeld) return 'MMP'
  if (rfq.declinedByMe === true) return 'DECLINED'
  return own.pulled === undefined ? 'NEW' : 'PULLED'
}

const LEAST_TICKS = 2
const SHARE_OF_WIDTH = 1 / 5
// Ticks are worked out from doubles.
const HAIR = 1e-6

/** The mark has left the quote by two ticks and by a fifth of its width: less is noise in a market that moves. */
export const isBehind = (moved: number | undefined, widthTicks: number): boolean =>
  moved !== undefined && Math.abs(moved) + HAIR >= Math.max(LEAST_TICKS, widthTicks * SHARE_OF_WIDTH)

const bandOfState: Readonly<Record<MakerState, Band>> = {
  NEW: 'New',
  PULLED: 'New',
  BEHIND: 'Behind',
  QUOTED: 'Quoted',
  BID_ONLY: 'Quoted',
  ASK_ONLY: 'Quoted',
  DEALT: 'Not quoting',
  MMP: 'Not quoting',
  DECLINED: 'Not quoting',
  TRADED_AWAY: 'Not quoting',
  OVER: 'Not quoting',
}

export const bandOf = (state: MakerState): Band => bandOfState[state]

const words: Readonly<Record<Exclude<MakerState, 'OVER'>, string>> = {
  NEW: 'New',
  PULLED: 'Pulled',
  BEHIND: 'Behind',
  QUOTED: 'Quoted',
  BID_ONLY: 'Bid only',
  ASK_ONLY: 'Ask only',
  DEALT: 'Dealt',
  MMP: 'MMP',
  DECLINED: 'Declined',
  TRADED_AWAY: 'Traded away',
}

export const stateWord = (state: MakerState, status: string): string => (state === 'OVER' ? status : words[state])

type Placed = { readonly band: Band; readonly rfq: Pick<Rfq, 'state' | 'expiresAt' | 'updatedAt'> }

/** By band; in it the one with the least time left first, and those that are over behind all others, the latest first. */
export function byUrgency(a: Placed, b: Placed): number {
  if (a.band !== b.band) return bands.indexOf(a.band) - bands.indexOf(b.band)
  const [isOverA, isOverB] = [a.rfq.state === 'CLOSED', b.rfq.state === 'CLOSED']
  if (isOverA !== isOverB) return isOverA ? 1 : -1
  return isOverA ? b.rfq.updatedAt - a.rfq.updatedAt : (a.rfq.expiresAt ?? Infinity) - (b.rfq.expiresAt ?? Infinity)
}

/** The share of its life that a request has left, 0 to 1. */
export function lifeLeft({ createdAt, expiresAt, state }: Pick<Rfq, 'createdAt' | 'expiresAt' | 'state'>, now: number): number {
  if (state !== 'OPEN' || expiresAt === undefined || expiresAt <= createdAt) return 0
  return Math.min(1, Math.max(0, (expiresAt - now) / (expiresAt - createdAt)))
}
