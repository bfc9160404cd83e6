/** The rules of a vault's auction as tables, each in the order in which refusals take precedence. */
import { describe, expect, it } from 'vitest'
import {
  after,
  agreed,
  asked,
  bid,
  bidOf,
  chainOf,
  codeOf,
  domain,
  END,
  idOf,
  KEST,
  LARK,
  MERL,
  NOON,
  open,
  OPTION,
  reading,
  tradeOf,
  VAULT,
  walletOf,
  WEEK,
} from '../../test/auction-fixture.ts'
import type { DeskId, Instant } from '../ids.ts'
import { formatUnits, parseUnits } from '../units.ts'
import { sellAmountOf } from './amounts.ts'
import type { Auction, TradeState } from './auction.ts'
import { cancelBid, cancelBidsOf, placeBid, type AskedBid, type BidReading } from './bids.ts'
import {
  cancelAuction,
  followChain,
  reportTrade,
  takeBid,
  passTime,
  nextEventAt,
  type ContractChecks,
  type TradeReport,
} from './decisions.ts'
import { bidInWords, describeOption } from './display.ts'
import { openAuction, type AskedAuction, type OfferReading } from './open.ts'
import { decideBy, outcomeOf, remainingOf } from './phase.ts'
import { transitions, type TradeStep } from './transitions.ts'
import { bidsReadBy } from './visibility.ts'

const HOUR = 3_600_000
const at = (ms: number): Instant => (NOON + ms) as Instant
const offer = reading.offer!

describe('19.1 to 19.3 the opening of an auction', () => {
  it.each<[string, Partial<AskedAuction>, Partial<OfferReading>, string]>([
    ['another chain', { domain: { ...asked.domain, chainId: 1n } }, { offer: undefined }, 'OfferUnfit 19.2'],
    ['another contract', { domain: { ...asked.domain, verifyingContract: walletOf('x') } }, {}, 'OfferUnfit 19.2'],
    ['another name', { domain: { ...asked.domain, name: 'SWAP' } }, {}, 'OfferUnfit 19.2'],
    ['the domain in full', { domain }, {}, 'AuctionOpened'],
    ['no offer', {}, { offer: undefined, wallets: [] }, 'OfferUnfit 19.1'],
    ['the offer of another wallet', {}, { wallets: [walletOf('x')], ofSameOffer: 1 }, 'OfferUnfit 19.1'],
    ['an offer that is auctioned', {}, { ofSameOffer: 1 }, 'OfferAuctioned 19.2'],
    ['50 auctions of the vault', {}, { ofSameVault: 50 }, 'OfferUnfit 19.2'],
    ['a part of what is left', { quantity: '5' }, {}, 'OfferUnfit 19.2'],
    ['all that is left', { quantity: '10.0' }, {}, 'AuctionOpened'],
    ['a start in eight days', { startsAt: at(8 * 86_400_000), endsAt: undefined }, {}, 'AuctionTimesInvalid 19.3'],
    ['nine seconds', { endsAt: at(9_000) }, {}, 'AuctionTimesInvalid 19.3'],
    ['ten seconds', { endsAt: at(10_000) }, {}, 'AuctionOpened'],
    ['more than a day', { endsAt: at(86_400_001) }, {}, 'AuctionTimesInvalid 19.3'],
    ['an option that expires within the hour', {}, { offer: { ...offer, option: { ...offer.option, expiresAt: at(HOUR) } } }, 'AuctionTimesInvalid 19.3'], // prettier-ignore
  ])('19.1 19.2 19.3 with %s', (_what, more, read, then) => {
    expect(codeOf(openAuction({ ...asked, ...more }, { ...reading, ...read }, NOON))).toBe(then)
  })

  it('19.3 lasts 15 minutes by default, and never begins before now', () => {
    const { startsAt, endsAt } = open({ startsAt: at(-5), endsAt: undefined })
    expect([startsAt, endsAt]).toEqual([NOON, at(15 * 60_000)])
  })
})

describe('19.4 to 19.7 a bid', () => {
  const coming = open({ startsAt: at(1_000) })
  const running = open()
  const several = open({ awards: 'SEVERAL' })
  const cases: [string, Auction, Partial<AskedBid>, Partial<BidReading>, string, Instant?][] = [
    ['of the vault itself', running, { desk: VAULT }, { signatory: undefined }, 'OwnDesk 19.4'],
    ['before the start', coming, {}, { signatory: undefined }, 'AuctionNotRunning 19.4'],
    ['at the end', running, {}, {}, 'AuctionNotRunning 19.4', END],
    ['in the last millisecond', running, {}, {}, 'BidPlaced', (END - 1) as Instant],
    ['for a part, with one award', running, { buyAmount: 9n * OPTION }, {}, 'BidUnfit 19.5'],
    ['for too much, with several', several, { buyAmount: 11n * OPTION }, {}, 'BidUnfit 19.5'],
    ['for too little, with several', several, { buyAmount: OPTION - 1n }, {}, 'BidUnfit 19.5'],
    ['below the lowest price', running, { price: 999_999n }, {}, 'BidRefusedByContract 19.6'],
    ['signed for another offer', running, { swapId: 8n }, { signatory: undefined }, 'BidUnfit 19.5'],
    ['from another wallet', running, { signerWallet: walletOf('x') }, {}, 'BidUnfit 19.5'],
    ['with another referrer', running, { referrer: walletOf('x') }, {}, 'BidUnfit 19.5'],
    ['that pays one unit less', running, { sellAmount: 19_999_999n }, {}, 'BidUnfit 19.5'],
    ['without a signatory', running, {}, { signatory: undefined, isNonceUsed: true }, 'BidRefusedByContract 19.6'],
    ['of another signatory', running, {}, { signatory: walletOf('x'), isNonceUsed: true }, 'BidRefusedByContract 19.6'],
    ['of its delegate', running, {}, { signatory: walletOf('x'), delegate: walletOf('x') }, 'BidPlaced'],
    ['with a nonce that the chain knows', running, {}, { isNonceUsed: true }, 'BidRefusedByContract 19.6'],
    ['with a nonce of an earlier bid', running, {}, { isNonceKnown: true }, 'BidRefusedByContract 19.7'],
    ['for more than the offer has', running, {}, { availableSize: OPTION }, 'BidRefusedByContract 19.6'],
    ['with too small an allowance', running, {}, { allowance: 19_999_999n, balance: 0n }, 'BidRefusedByContract 19.6'],
    ['with too small a balance', running, {}, { balance: 19_999_999n }, 'BidRefusedByContract 19.6'],
    ['with just enough', running, {}, { allowance: 20_000_000n, balance: 20_000_000n }, 'BidPlaced'],
  ]
  it.each(cases)('19.4 19.5 19.6 19.7 %s', (_what, auction, more, read, then, when = NOON) => {
    expect(codeOf(placeBid(auction, { ...bidOf(KEST, 11), ...more }, chainOf(KEST, read), when))).toBe(then)
  })

  it.each<[string, Partial<BidReading>]>([
    ['SIGNATURE_INVALID', { signatory: undefined, delegate: walletOf('x'), isNonceUsed: true, availableSize: 0n, allowance: 0n }],
    ['UNAUTHORIZED', { signatory: walletOf('x'), isNonceUsed: true, availableSize: 0n, allowance: 0n }],
    ['NONCE_ALREADY_USED', { isNonceUsed: true, availableSize: 0n, leastSize: 99n * OPTION, allowance: 0n }],
    ['BID_EXCEED_AVAILABLE_SIZE', { availableSize: 0n, leastSize: 99n * OPTION, leastPrice: 9_000_000n, allowance: 0n }],
    ['BID_TOO_SMALL', { leastSize: 99n * OPTION, leastPrice: 9_000_000n, allowance: 0n }],
    ['PRICE_TOO_LOW', { leastPrice: 9_000_000n, allowance: 0n }],
    ['SIGNER_ALLOWANCE_LOW', { allowance: 0n, balance: 0n }],
    ['SIGNER_BALANCE_LOW', { balance: 0n }],
  ])('19.6 %s comes before what the contract looks at later', (word, read) => {
    expect(placeBid(running, bidOf(KEST, 11), chainOf(KEST, read), NOON)).toMatchObject({ message: expect.stringMatching(`^${word}: `) })
  })

  it('19.4 a desk has one open bid: the next replaces it, and the bids of others stay', () => {
    const auction = bid(bid(bid(running, KEST, 11), LARK, 12), KEST, 13, { price: 3_000_000n })
    expect([...auction.bids.values()].map(({ id, state }) => [id, state])).toEqual([
      [11, 'CANCELED'],
      [12, 'OPEN'],
      [13, 'OPEN'],
    ])
  })

  it('19.4 a desk places at most 100 bids in one auction', () => {
    let auction = running
    for (let n = 0; n < 100; n += 1) auction = bid(auction, KEST, 1_000 + n)
    expect(codeOf(placeBid(auction, bidOf(KEST, 2_000), chainOf(KEST), NOON))).toBe('TooManyOrders 19.4')
    expect(codeOf(placeBid(auction, bidOf(LARK, 2_000), chainOf(LARK), NOON))).toBe('BidPlaced')
  })

  it('19.4 is cancelled until the close, by its own desk', () => {
    const auction = bid(running, KEST, 11)
    expect(codeOf(cancelBid(auction, LARK, idOf(11), NOON))).toBe('OrderUnknown 19.8')
    expect(codeOf(cancelBid(auction, VAULT, idOf(11), END))).toBe('OrderUnknown 19.8')
    expect(codeOf(cancelBid(auction, KEST, idOf(12), NOON))).toBe('OrderUnknown 19.8')
    expect(codeOf(cancelBid(auction, KEST, idOf(11), END))).toBe('AuctionNotRunning 19.4')
    const without = after(auction, agreed(cancelBid(auction, KEST, idOf(11), NOON)))
    expect(codeOf(cancelBid(without, KEST, idOf(11), NOON))).toBe('OrderClosed 19.4')
    expect(codeOf(cancelBidsOf(auction, ({ desk }) => desk === KEST, NOON))).toBe('BidCanceled')
    expect(cancelBidsOf(auction, () => true, END)).toEqual([])
  })

  it.each([
    ['2', 6, 10n, '20000000'],
    ['0.000001', 6, 1n, '1'],
    ['0.123456789012345678', 18, 25n, '3086419725308641950'],
  ])('19.5 at %s, of a token with %i decimals, pays for %s options %s', (price, decimals, options, pays) => {
    expect(String(sellAmountOf(parseUnits(price, decimals)!, options * OPTION))).toBe(pays)
  })

  it('19.5 pays up to the next unit, and has prices in whole units', () => {
    expect(sellAmountOf(1n, 1n)).toBe(1n)
    expect(sellAmountOf(3n, OPTION / 2n)).toBe(2n)
    expect(parseUnits('0.0000001', 6)).toBeUndefined()
    expect(parseUnits('0.1000000', 6)).toBe(100_000n)
    expect([formatUnits(100_000n, 6), formatUnits(0n, 6), formatUnits(12_000_000n, 6)]).toEqual(['0.1', '0', '12'])
  })

  it('19.17 is described in sentences before it is signed, with the bid that it replaces', () => {
    expect(describeOption(running)).toBe('ETH Call  22 Jan 27  4000')
    const words = (asked: AskedBid, replaced?: AskedBid) => bidInWords(running, asked, replaced).join(' ')
    expect(words(bidOf(KEST, 11))).toContain('buy 10 of ETH Call 22 Jan 27 4000 and to pay 20 USDC for all of it')
    expect(words({ ...bidOf(KEST, 11), referrer: walletOf('x') })).toContain(`a share of it to ${walletOf('x')}`)
    expect(words(bidOf(KEST, 11))).not.toContain('replaces')
    expect(words(bidOf(KEST, 12), bidOf(KEST, 11))).toContain("It replaces your desk's bid of 2 USDC for 10, nonce 11, which is cancelled")
  })
})

describe('19.8 who reads a bid', () => {
  const auction = after(bid(bid(bid(open(), KEST, 11), LARK, 12), MERL, 13), agreed(cancelBid(bid(open(), MERL, 13), MERL, idOf(13), NOON)))
  const read = (reader: DeskId, when: Instant, of = auction) => bidsReadBy(of, reader, when).map(({ id }) => id)
  it('19.8 is its own desk until the close, and from then on the vault as well, but not of a cancelled bid', () => {
    const last = (END - 1) as Instant
    expect([read(KEST, last), read(LARK, last), read(MERL, last), read(VAULT, last), read('NONE' as DeskId, last)]).toEqual([
      [11],
      [12],
      [13],
      [],
      [],
    ])
    expect([read(KEST, END), read(MERL, END), read(VAULT, END), read('NONE' as DeskId, END)]).toEqual([[11], [13], [11, 12], []])
  })
  it('19.8 is only its own desk if the auction was cancelled', () => {
    const canceled = after(auction, agreed(cancelAuction(auction, VAULT, NOON)))
    expect([read(VAULT, END, canceled), read(KEST, END, canceled)]).toEqual([[], [11]])
  })
})

describe('19.9 to 19.15 the vault decides', () => {
  const low = { price: 2_000_000n }
  const high = { price: 3_000_000n }
  const running = bid(bid(open(), KEST, 11, low), LARK, 12, high)
  const parts = bid(bid(bid(open({ awards: 'SEVERAL' }), KEST, 11, { ...high, options: 6n }), LARK, 12, { ...high, options: 5n }), MERL, 13, { ...low, options: 4n }) // prettier-ignore
  const take = (auction: Auction, id: number, checks: ContractChecks = new Map(), when = END, desk = VAULT) =>
    takeBid(auction, { desk, bid: idOf(id), trade: tradeOf(id + 100), clientOrderId: undefined }, checks, when)
  const taken = after(running, agreed(take(running, 12)))
  const refusedThere = (...ids: number[]): ContractChecks => new Map(ids.map((id) => [idOf(id), ['SIGNER_BALANCE_LOW']]))

  it.each<[string, () => ReturnType<typeof take>, string]>([
    ['another desk', () => take(running, 12, new Map(), END, KEST), 'NotTheCreator 19.1'],
    ['before the end', () => take(running, 12, new Map(), (END - 1) as Instant), 'BidsAreSealed 19.8'],
    ['an hour after the end', () => take(running, 12, new Map(), decideBy(running)), 'AuctionDecided 19.10'],
    ['no bid', () => take(running, 99), 'OrderUnknown 19.8'],
    ['the second best', () => take(running, 11), 'BetterBidStands 19.10'],
    ['the second best, where the contract would refuse the best', () => take(running, 11, refusedThere(12)), 'BidTaken'],
    ['what the contract would refuse', () => take(running, 12, refusedThere(12)), 'BidRefusedByContract 19.10'],
    ['the best', () => take(running, 12), 'BidTaken'],
    ['it again', () => take(taken, 12), 'OrderClosed 19.10'],
    ['another one, with one award', () => take(taken, 11), 'AuctionDecided 19.10'],
    ['of several, the larger of two as good', () => take(parts, 12), 'BetterBidStands 19.10'],
    ['of several, what is larger than what is left', () => take(after(parts, agreed(take(parts, 11))), 12), 'AuctionDecided 19.10'],
    ['of several, the next that fits', () => take(after(parts, agreed(take(parts, 11))), 13), 'BidTaken'],
  ])('19.8 19.10 takes %s', (_what, act, then) => {
    expect(codeOf(act())).toBe(then)
  })

  it('19.15 cancels until it has taken a bid', () => {
    expect(codeOf(cancelAuction(running, KEST, NOON))).toBe('NotTheCreator 19.1')
    expect(codeOf(cancelAuction(taken, VAULT, END))).toBe('AuctionDecided 19.15')
    expect(codeOf(cancelAuction(running, VAULT, decideBy(running)))).toBe('AuctionDecided 19.15')
    const canceled = after(running, agreed(cancelAuction(running, VAULT, END)))
    expect([...canceled.bids.values()].map(({ state }) => state)).toEqual(['CANCELED', 'CANCELED'])
    expect(codeOf(take(canceled, 12))).toBe('AuctionDecided 19.15')
    expect(codeOf(cancelAuction(canceled, VAULT, END))).toBe('AuctionDecided 19.15')
    expect(codeOf(placeBid(canceled, bidOf(KEST, 14), chainOf(KEST), NOON))).toBe('AuctionNotRunning 19.4')
  })

  const tx = `0x${'ab'.repeat(32)}`
  const other = `0x${'cd'.repeat(32)}`
  const inState: Readonly<Record<TradeState, readonly [TradeStep, ...TradeStep[]] | undefined>> = {
    AWAITED: undefined,
    SENT: ['ReportSent'],
    MINED: ['SeeSwap'],
    CONFIRMED: ['SeeSwap', 'Confirm'],
    REVERTED: ['ReportSent', 'SeeRevert'],
    REORGANISED: ['SeeSwap', 'LoseSwap'],
    ABANDONED: ['Abandon'],
  }
  const tradeIn = (state: TradeState, of = taken): Auction =>
    (inState[state] ?? []).reduce(
      (auction, step) => after(auction, followChain(auction, auction.trades.get(tradeOf(112))!, step, { transaction: tx, block: 5 }, END)),
      of,
    )
  const trade = (auction: Auction) => auction.trades.get(tradeOf(112))!
  const report = (auction: Auction, said: TradeReport, desk = VAULT) => reportTrade(auction, desk, trade(auction), said, END)

  const steps = Object.keys(transitions.SENT) as TradeStep[]
  it.each(Object.keys(inState) as TradeState[])(
    '19.11 19.12 19.13 a trade that is %s goes where the table says, and nowhere else',
    (state) => {
      const before = tradeIn(state)
      expect(trade(before).state).toBe(state)
      for (const step of steps) {
        const moved = after(before, followChain(before, trade(before), step, { transaction: other, block: 6 }, END))
        expect(trade(moved).state).toBe(transitions[state][step] ?? state)
      }
    },
  )

  it.each<[TradeState, TradeReport, string]>([
    ['AWAITED', { status: 'COMPLETED', transaction: undefined }, 'TransactionMissing 19.11'],
    ['AWAITED', { status: 'COMPLETED', transaction: tx }, 'SENT'],
    ['SENT', { status: 'COMPLETED', transaction: tx }, ''],
    ['SENT', { status: 'COMPLETED', transaction: other }, 'SENT'],
    ['MINED', { status: 'COMPLETED', transaction: other }, ''],
    ['CONFIRMED', { status: 'COMPLETED', transaction: other }, ''],
    ['REVERTED', { status: 'COMPLETED', transaction: other }, 'SENT'],
    ['AWAITED', { status: 'REJECTED', error: 'No gas.' }, 'ABANDONED'],
    ['REORGANISED', { status: 'REJECTED', error: undefined }, 'ABANDONED'],
    ['MINED', { status: 'REJECTED', error: undefined }, 'TradeSettled 19.12'],
    ['CONFIRMED', { status: 'REJECTED', error: undefined }, 'TradeSettled 19.12'],
    ['REVERTED', { status: 'REJECTED', error: undefined }, ''],
  ])('19.11 19.12 of a trade that is %s the vault reports %j', (state, said, then) => {
    const answer = report(tradeIn(state), said)
    expect('refused' in answer ? codeOf(answer) : answer.map((event) => (event.kind === 'TradeMoved' ? event.to : event.kind)).join()).toBe(
      then,
    )
    expect(codeOf(report(tradeIn(state), said, KEST))).toBe('NotTheCreator 19.1')
  })

  it('19.10 19.12 sends a rejected trade again only while its quantity is left', () => {
    const rejected = tradeIn('REVERTED')
    const next = after(rejected, agreed(take(rejected, 11)))
    expect(codeOf(report(next, { status: 'COMPLETED', transaction: other }))).toBe('AuctionDecided 19.10')
  })

  it('19.11 19.13 reports the same block of a swap once, and another one again', () => {
    const mined = tradeIn('MINED')
    expect(followChain(mined, trade(mined), 'SeeSwap', { transaction: tx, block: 5 }, END)).toEqual([])
    expect(followChain(mined, trade(mined), 'SeeSwap', { transaction: tx, block: 6 }, END)).toHaveLength(1)
  })

  it('19.12 a swap counts after a rejection too, and a bid has the state of its trade', () => {
    const late = after(
      tradeIn('ABANDONED'),
      followChain(tradeIn('ABANDONED'), trade(tradeIn('ABANDONED')), 'SeeSwap', { transaction: tx, block: 9 }, END),
    )
    expect([trade(late).state, late.bids.get(idOf(12))!.state, remainingOf(late)]).toEqual(['MINED', 'PENDING_FILL', 0n])
    expect(tradeIn('ABANDONED').bids.get(idOf(12))!.state).toBe('REJECTED')
    expect(tradeIn('CONFIRMED').bids.get(idOf(12))!.state).toBe('FILLED')
    expect(tradeIn('REVERTED', taken).trades.get(tradeOf(112))!.settledAt).toBe(END)
  })

  it.each<[string, Auction, Instant, string | undefined]>([
    ['that runs', running, NOON, undefined],
    ['nobody has bid in', open(), END, 'UNSOLD'],
    ['with a bid that stands', running, END, undefined],
    ['after its hour', running, decideBy(running), 'UNSOLD'],
    ['with a pending trade, whatever the time', taken, at(9 * HOUR), undefined],
    ['that has settled', tradeIn('CONFIRMED'), END, 'SOLD'],
    ['whose trade was rejected, with another bid', tradeIn('REVERTED'), END, undefined],
    ['whose swap was undone', tradeIn('REORGANISED'), END, undefined],
    ['that was cancelled', after(running, agreed(cancelAuction(running, VAULT, NOON))), NOON, 'CANCELED'],
  ])('19.13 19.14 the outcome of an auction %s', (_what, auction, when, then) => {
    expect(outcomeOf(auction, when)).toBe(then)
  })

  it('19.3 19.14 the start, the close and the outcome are reported once each, and bids that are open then are lost', () => {
    let auction = bid(open({ startsAt: at(1_000) }), KEST, 11, low, at(2_000))
    const said = []
    for (let when = nextEventAt(auction); when !== undefined; when = nextEventAt(auction)) {
      expect(passTime(auction, (when - 1) as Instant)).toEqual([])
      const events = passTime(auction, when)
      said.push(...events.map(({ kind }) => kind))
      auction = after(auction, events)
    }
    expect(said).toEqual(['AuctionBegun', 'AuctionEnded', 'AuctionOver'])
    expect(passTime(auction, at(9 * HOUR))).toEqual([])
    expect(auction.bids.get(idOf(11))!.state).toBe('LOST')
    expect(WEEK).toBeGreaterThan(decideBy(auction) - NOON)
  })
})
