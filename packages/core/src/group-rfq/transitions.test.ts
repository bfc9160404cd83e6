import { describe, expect, it } from 'vitest'
import { actor, callSpread, LARK } from '../direct-rfq/test-market.ts'
import type { Instant, MatchId } from '../ids.ts'
import type { GroupCommand } from './group-rfq.ts'
import { due } from './markets.ts'
import { KEST, MARKET, open, order, quote, replace, TAKER, told, world, type World } from './test-markets.ts'
import { can, phaseOf, transitions, whyNot, type MarketPhase } from './transitions.ts'

type Kind = GroupCommand['kind']
const expiry = callSpread.legs[0]!.instrument.expiresAt!

/** A quote of 75 of which 25 are at the venue. */
function traded(): World {
  const it = world()
  it.now = (expiry - 3_600_000) as Instant
  it.rest(KEST, 'SELL', '0.02', '75')
  it.must(order(TAKER, 'BUY', '0.02', '25'))
  return it
}

function ended(): World {
  const it = traded()
  it.now = expiry
  it.must(due(it.markets, it.now)!)
  return it
}

const phases: Readonly<Record<MarketPhase, () => World>> = { ABSENT: () => world({ isOpen: false }), ACTIVE: traded, EXPIRED: ended }

/** The first quote is the second thing that is numbered; the order is the third, its match the fourth. */
const QUOTE = (2 * 64 + 3) as ReturnType<World['rest']>
const MATCH = (4 * 64 + 3) as MatchId

const commands: Readonly<Record<Kind, GroupCommand>> = {
  OpenMarket: open(),
  PlaceQuote: quote(LARK, 'BUY', '0.01', '25'),
  ReplaceQuote: replace(KEST, QUOTE, '50'),
  CancelQuote: { kind: 'CancelQuote', actor: actor(KEST), market: MARKET, quoteId: QUOTE },
  DeclineMarket: { kind: 'DeclineMarket', actor: actor(KEST), market: MARKET, reason: 'RISK' },
  LapseQuotes: { kind: 'LapseQuotes', market: MARKET },
  EndMarket: { kind: 'EndMarket', market: MARKET },
  ConfirmMatch: { kind: 'ConfirmMatch', market: MARKET, matchId: MATCH, venueTradeId: 'v1' },
  RejectMatch: { kind: 'RejectMatch', market: MARKET, matchId: MATCH, rejection: 'no margin' },
}

// What every command does in every phase: its events, its refusal, or nothing at all.
const table: [rule: string, phase: MarketPhase, kind: Kind, then: string][] = [
  ['10.1', 'ABSENT', 'OpenMarket', 'MarketOpened'],
  ['10.5', 'ABSENT', 'PlaceQuote', 'RfqClosed 10.5'],
  ['10.5', 'ABSENT', 'ReplaceQuote', 'RfqClosed 10.5'],
  ['10.5', 'ABSENT', 'CancelQuote', 'RfqClosed 10.5'],
  ['10.5', 'ABSENT', 'DeclineMarket', 'RfqClosed 10.5'],
  ['10.4', 'ABSENT', 'LapseQuotes', ''],
  ['10.5', 'ABSENT', 'EndMarket', ''],
  ['10.15', 'ABSENT', 'ConfirmMatch', ''],
  ['10.15', 'ABSENT', 'RejectMatch', ''],
  ['10.1', 'ACTIVE', 'OpenMarket', ''],
  ['10.3', 'ACTIVE', 'PlaceQuote', 'QuotePlaced'],
  ['10.12', 'ACTIVE', 'ReplaceQuote', 'QuoteReplaced'],
  ['10.12', 'ACTIVE', 'CancelQuote', 'QuoteCanceled 50 ByUser'],
  ['10.19', 'ACTIVE', 'DeclineMarket', 'MarketDeclined, QuoteCanceled 50 ByUser'],
  ['10.4', 'ACTIVE', 'LapseQuotes', ''],
  ['10.5', 'ACTIVE', 'EndMarket', ''],
  ['10.15', 'ACTIVE', 'ConfirmMatch', 'MatchSettled'],
  ['10.15', 'ACTIVE', 'RejectMatch', 'MatchRejected, QuoteCanceled 25 SettlementRejected, QuoteCanceled 25 SettlementRejected'],
  // Its last minute has passed, so that it cannot be opened anew.
  ['10.4', 'EXPIRED', 'OpenMarket', 'QuoteWindowClosed 10.4'],
  ['10.5', 'EXPIRED', 'PlaceQuote', 'RfqClosed 10.5'],
  ['10.5', 'EXPIRED', 'ReplaceQuote', 'RfqClosed 10.5'],
  ['10.5', 'EXPIRED', 'CancelQuote', 'RfqClosed 10.5'],
  ['10.5', 'EXPIRED', 'DeclineMarket', 'RfqClosed 10.5'],
  ['10.4', 'EXPIRED', 'LapseQuotes', ''],
  ['10.5', 'EXPIRED', 'EndMarket', ''],
  ['10.15', 'EXPIRED', 'ConfirmMatch', 'MatchSettled'],
  ['10.15', 'EXPIRED', 'RejectMatch', 'MatchRejected, QuoteCanceled 25 SettlementRejected, QuoteCanceled 25 SettlementRejected'],
]

describe('what every command does in every phase of a market', () => {
  it('10.16 the table has every cell once', () => {
    const cells = Object.entries(transitions).flatMap(([phase, row]) => Object.keys(row).map((kind) => `${phase} ${kind}`))
    expect(table.map(([, phase, kind]) => `${phase} ${kind}`).sort()).toEqual(cells.sort())
  })

  it.each(table)('%s %s: %s gives %s', (_rule, phase, kind, then) => {
    const it = phases[phase]()
    expect(phaseOf(it.markets.open.get(MARKET)?.head)).toBe(phase)
    expect(told(it.send(commands[kind]))).toBe(then)
  })

  it.each(table)('%s %s: whether %s goes is what a screen is told', (_rule, phase, kind, then) => {
    const cell = transitions[phase][kind]
    expect(can(kind, phase)).toBe(cell === 'GOES')
    if (typeof cell === 'object') expect(then).toBe(`${cell.refused} ${cell.rule}`)
    expect(whyNot(kind, phase)).toBe(typeof cell === 'object' ? cell.message : undefined)
    if (cell === 'NOTHING') expect(then).toBe('')
  })

  it('10.4, 10.5 what comes by itself does something when its time has come, and only that', () => {
    const it = traded()
    it.now = expiry
    expect(told(it.send(commands.LapseQuotes))).toBe('')
    expect(told(it.send(commands.EndMarket))).toBe('QuoteCanceled 50 MarketEnded, MarketEnded INSTRUMENT_EXPIRED')
    const early = world()
    early.rest(KEST, 'SELL', '0.02', '25')
    early.now = (early.now + 24 * 3_600_000) as Instant
    expect(told(early.send(commands.EndMarket))).toBe('')
    expect(told(early.send(commands.LapseQuotes))).toBe('QuoteCanceled 25 Lapsed')
  })

  it('10.9 a replacement is neither IOC and post-only, nor IOC where the quote is hidden', () => {
    const it = world()
    const id = it.rest(KEST, 'SELL', '0.02', '50', { isHidden: true })
    expect(it.send({ ...replace(KEST, id, '50'), isIoc: true })).toBe('TypeNotAllowed 10.9')
    const open = it.rest(LARK, 'SELL', '0.02', '50')
    expect(it.send({ ...replace(LARK, open, '50'), isIoc: true, isPostOnly: true })).toBe('TypeNotAllowed 10.9')
  })
})
