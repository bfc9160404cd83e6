/** The state of a direct RFQ for a maker who was asked: RFQs without a price first, then stale quotes. Pure. */
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
export type Band = 'New' | 'Stale' | 'Quoted' | 'Not quoting'

export const bands = ['New', 'Stale', 'Quoted', 'Not quoting'] as const satisfies readonly Band[]

export type MakerFacts = {
  readonly rfq: Pick<Rfq, 'state' | 'closedReason' | 'declinedByMe' | 'takerSide'>
  readonly own: Pick<OwnPart, 'bids' | 'asks' | 'position' | 'pulled'>
  /** The status of the main table for a closed RFQ. */
  readonly status: string
  /** A protection of the desk blocks one of the products. */
  readonly isHeld: boolean
  /** By how many ticks the mark is above its value at the time of the quote. Undefined if that is not known. */
  readonly moved: number | undefined
  readonly tick: number
}

/** In order of precedence: closed, resting, traded, blocked, declined, cancelled. */
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
// Ticks are calculated from doubles.
const HAIR = 1e-6

/** The mark has moved by two ticks and by a fifth of the quote's width. Less is noise. */
export const isBehind = (moved: number | undefined, widthTicks: number): boolean =>
  moved !== undefined && Math.abs(moved) + HAIR >= Math.max(LEAST_TICKS, widthTicks * SHARE_OF_WIDTH)

const bandOfState: Readonly<Record<MakerState, Band>> = {
  NEW: 'New',
  PULLED: 'New',
  BEHIND: 'Stale',
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
  PULLED: 'Cancelled',
  BEHIND: 'Stale',
  QUOTED: 'Quoted',
  BID_ONLY: 'Bid only',
  ASK_ONLY: 'Ask only',
  DEALT: 'Traded',
  MMP: 'MMP',
  DECLINED: 'Declined',
  TRADED_AWAY: 'Traded away',
}

export const stateWord = (state: MakerState, status: string): string => (state === 'OVER' ? status : words[state])

type Placed = { readonly band: Band; readonly rfq: Pick<Rfq, 'state' | 'expiresAt' | 'updatedAt'> }

/** By band, then by the least time left. Closed RFQs are last, latest first. */
export function byUrgency(a: Placed, b: Placed): number {
  if (a.band !== b.band) return bands.indexOf(a.band) - bands.indexOf(b.band)
  const [isOverA, isOverB] = [a.rfq.state === 'CLOSED', b.rfq.state === 'CLOSED']
  if (isOverA !== isOverB) return isOverA ? 1 : -1
  return isOverA ? b.rfq.updatedAt - a.rfq.updatedAt : (a.rfq.expiresAt ?? Infinity) - (b.rfq.expiresAt ?? Infinity)
}

/** The remaining share of an RFQ's lifetime, 0 to 1. */
export function lifeLeft({ createdAt, expiresAt, state }: Pick<Rfq, 'createdAt' | 'expiresAt' | 'state'>, now: number): number {
  if (state !== 'OPEN' || expiresAt === undefined || expiresAt <= createdAt) return 0
  return Math.min(1, Math.max(0, (expiresAt - now) / (expiresAt - createdAt)))
}
