/**
 * Block trades at Paradex: the taker requests offers, the maker makes one, the taker accepts it, and each signs what it sends (docs/decisions/0881).
 */
import type { Block, Parties, Settled, VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { BlockVenue } from '../port/venue-port.ts'
import { failureFromWire, refused, unknown, type NotDone } from './answers.ts'
import type { Api } from './api.ts'
import { ofParty, readOffer, readRows, readState, type StateOfBlock } from './block-record.ts'
import * as wire from './block-wire.ts'
import { ARRIVAL_MS, BLOCK_WINDOW_MS, FIRST_LOOK_MS, MAX_LOOK_MS, OUTCOME_WITHIN_MS } from './limits.ts'
import { SHORT_TEXT_BYTES, isSameFelt } from './stark/felts.ts'
import { publicKeyOf } from './stark/keys.ts'
import { blockOfferHash, blockTradeHash } from './stark/messages.ts'

type BlockTrading = Pick<BlockVenue, 'verifyBlock' | 'executeBlock' | 'findBlock'>
type Trading = { readonly api: Api; readonly now: () => number }

export const createBlockTrading = (trading: Trading): BlockTrading => ({
  verifyBlock: async (block, parties) => {
    const fault = faultOf(block, parties, trading.now())
    if (fault !== undefined) return fault
    const request = await requestFor(trading, block, parties)
    if (request.outcome !== 'DONE') return request
    const offer = await offerFor(trading, block, parties, request.value)
    if (offer.outcome !== 'DONE') return offer
    const signature = wire.formatAgreement({ link: wire.linkOf(block), blockId: request.value, offerId: offer.value })
    return { outcome: 'DONE', value: { signature, expiresAt: wire.endOf(block) } }
  },
  executeBlock: async (block, verification, parties) => {
    const agreement = wire.parseAgreement(verification.signature)
    // At another price or with another nonce, the venue would refuse the signature with a message that does not help.
    if (agreement === undefined || agreement.link !== wire.linkOf(block))
      return refused('The maker has not agreed to this block. Nothing was sent.', 'NOT_AGREED')
    const fault = faultOfParties(parties)
    return fault ?? execute(trading, block, agreement, parties)
  },
  findBlock: (block, party) => find(trading, block, party),
})

function faultOf(block: Block, parties: Parties, now: number): NotDone | undefined {
  if (Math.abs(now - block.at) > BLOCK_WINDOW_MS)
    return refused('The time of the block is more than five minutes from the current time.', 'BLOCK_TIME')
  const names = block.legs.map(({ instrument }) => instrument.name)
  if (names.length === 0) return refused('A block needs at least one leg.', 'BLOCK_TRADE_MISSING_TRADES')
  if (new Set(names).size !== names.length)
    return refused('A Paradex block can have only one leg per contract. Combine legs in the same contract.', 'LEGS')
  if (names.some((name) => name.length > SHORT_TEXT_BYTES))
    return refused('Paradex has no contract with a name this long.', 'MARKET_NOT_FOUND')
  return faultOfParties(parties)
}

const faultOfParties = ({ maker, taker }: Parties): NotDone | undefined =>
  isSameFelt(maker.clientId, taker.clientId) ? refused('Maker and taker use the same account at the venue.', 'SELF_TRADE') : undefined

/** The venue accepts a signature only once. */
const REPLAYED = 'BLOCK_TRADE_REPLAYED_SIGNATURE'

const accountsOf = ({ maker, taker }: Parties): wire.Accounts => ({ maker: maker.clientId, taker: taker.clientId })

/** The id of the taker's request: an open one from an earlier attempt, or a new one. */
async function requestFor({ api }: Trading, block: Block, parties: Parties): Promise<VenueAnswer<string>> {
  const known = await api.tokens.of(parties.maker)
  // Nothing is sent for a maker that cannot respond.
  if ('kind' in known) return ofParty('maker', failureFromWire(known))
  const rows = await readRows(api, parties.taker)
  if (rows.outcome !== 'DONE') return ofParty('taker', rows)
  const standing = rows.value.find((row) => row.nonce === wire.nonceOf(block, 'REQUEST') && row.state === 'WAITING')
  if (standing !== undefined) return idOf(standing)
  const body = wire.requestToWire(block, accountsOf(parties))
  const answer = await api.callAs(parties.taker, { method: 'POST', path: '/block-trades', body })
  if (answer.kind !== 'RESULT') return ofParty('taker', failureFromWire(answer))
  const row = wire.blockRowFromWire(answer.result)
  return row === undefined ? unknown('the venue sent the RFQ in an unknown format') : idOf(row)
}

/** An offer is signed with the request's id in it. */
const idOf = ({ id }: wire.BlockRow): VenueAnswer<string> =>
  wire.isSignable(id) ? { outcome: 'DONE', value: id } : refused('The venue returned an RFQ id that cannot be signed.', 'BLOCK_ID')

async function offerFor({ api }: Trading, block: Block, parties: Parties, blockId: string): Promise<VenueAnswer<string>> {
  const { maker } = parties
  const standing = await readOffer(api, maker, blockId, wire.nonceOf(block, 'OFFER'))
  if (standing.outcome !== 'DONE') return ofParty('maker', standing)
  if (standing.value !== undefined) return { outcome: 'DONE', value: standing.value.id }
  const message = wire.offerMessage(block, accountsOf(parties))
  const signed = await api.sign(maker, (signer) => blockOfferHash({ ...message, blockId }, signer))
  if ('kind' in signed) return failureFromWire(signed)
  const signature = wire.signatureToWire(signed, { ...signatoryOf(maker), ...message })
  const body = wire.offerToWire(block, accountsOf(parties), signature)
  const answer = await api.callAs(maker, { method: 'POST', path: `/block-trades/${encodeURIComponent(blockId)}/offers`, body })
  if (answer.kind === 'ERROR' && answer.code === REPLAYED) {
    // The echo of an offer that has arrived: it was delivered twice, or its response was lost.
    const arrived = await readOffer(api, maker, blockId, message.nonce)
    if (arrived.outcome === 'DONE' && arrived.value !== undefined) return { outcome: 'DONE', value: arrived.value.id }
  }
  if (answer.kind !== 'RESULT') return ofParty('maker', failureFromWire(answer))
  const row = wire.blockRowFromWire(answer.result)
  return row === undefined ? unknown('the venue sent the offer in an unknown format') : { outcome: 'DONE', value: row.id }
}

const signatoryOf = ({ clientId, clientSecret }: VenueCredentials) => ({ account: clientId, publicKey: publicKeyOf(clientSecret) })

async function execute(
  trading: Trading,
  block: Block,
  { blockId, offerId }: wire.Agreement,
  parties: Parties,
): Promise<VenueAnswer<Settled>> {
  const { api } = trading
  const { taker } = parties
  const message = wire.executionMessage(block, accountsOf(parties))
  const signed = await api.sign(taker, (signer) => blockTradeHash(message, signer))
  if ('kind' in signed) return failureFromWire(signed)
  const body = wire.executionToWire(block, offerId, wire.signatureToWire(signed, { ...signatoryOf(taker), ...message }))
  const answer = await api.callAs(taker, { method: 'POST', path: `/block-trades/${encodeURIComponent(blockId)}/execute`, body })
  if (answer.kind === 'RESULT') return outcomeOf(trading, block, taker)
  const failure = ofParty<Settled>('taker', failureFromWire(answer))
  if (failure.outcome !== 'REJECTED') return failure
  // A refusal may be the echo of an earlier request that did execute.
  const state = await readState(api, block, taker)
  if (state.outcome !== 'DONE') return state.outcome === 'REJECTED' ? failure : state
  if (state.value.kind === 'UNDER_WAY') return outcomeOf(trading, block, taker)
  if (state.value.kind === 'SETTLED') return { outcome: 'DONE', value: state.value.settled }
  if (state.value.kind === 'FAILED') return refused(state.value.reason, 'BLOCK_TRADE_FAILED')
  return failure.code === REPLAYED ? unknown(failure.message) : failure
}

async function outcomeOf({ api, now }: Trading, block: Block, taker: VenueCredentials): Promise<VenueAnswer<Settled>> {
  const until = now() + OUTCOME_WITHIN_MS
  for (let waitMs = FIRST_LOOK_MS; now() < until; waitMs = Math.min(2 * waitMs, MAX_LOOK_MS)) {
    const state = await readState(api, block, taker)
    if (state.outcome === 'DONE') {
      if (state.value.kind === 'SETTLED') return { outcome: 'DONE', value: state.value.settled }
      if (state.value.kind === 'FAILED') return refused(state.value.reason, 'BLOCK_TRADE_FAILED')
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  return unknown('the venue has not yet reported the outcome of the execution')
}

async function find({ api, now }: Trading, block: Block, party: VenueCredentials): ReturnType<BlockVenue['findBlock']> {
  // Read the time before the record, so that a block that is executed in between is in the record.
  const venueNow = await api.environment.venueNow()
  if (typeof venueNow !== 'number') return failureFromWire(venueNow)
  const state = await readState(api, block, party)
  if (state.outcome !== 'DONE') return state
  if (state.value.kind === 'SETTLED') return { outcome: 'DONE', value: state.value.settled }
  return { outcome: 'DONE', value: isOver(state.value, block, Math.min(venueNow, now())) ? 'NEVER_HAPPENED' : 'NOT_SO_FAR' }
}

/** A block that was accepted in time may end after its window. */
const isOver = ({ kind }: StateOfBlock, block: Block, at: number): boolean => kind !== 'UNDER_WAY' && at > wire.endOf(block) + ARRIVAL_MS
