import { wireLimits } from '@parley/contracts'
import {
  BOOK_LAYERING_LIMIT,
  CLIENT_ORDER_ID_CHARACTERS,
  DECLINE_TEXT_CHARACTERS,
  INACTIVITY_MS,
  LEAST_ALLOCATION_PARTS,
  MAX_ALLOCATION_PARTS,
  MAX_DRAFTS_PER_DESK,
  MAX_OPEN_BOOKS,
  MAX_OPEN_RFQS_PER_DESK,
  MAX_ORDERS_PER_DESK_AND_RFQ,
  MAX_RESTING_ORDERS_PER_DESK,
  ORDER_LIFETIME_MS,
  QUOTES_END_BEFORE_EXPIRY_MS,
  RFQ_LIFETIME_MS,
  SIDE_LAYERING_LIMIT,
} from '@parley/core'
import { expect, it } from 'vitest'
import { limits } from '../engine/limits.ts'

// Proves W 4.19.
it('the limits that are published are those of the rules', () => {
  expect(wireLimits).toMatchObject({
    rfqLifeMs: RFQ_LIFETIME_MS,
    draftsPerDesk: MAX_DRAFTS_PER_DESK,
    openRfqsPerDesk: MAX_OPEN_RFQS_PER_DESK,
    ordersPerDeskAndRfq: MAX_ORDERS_PER_DESK_AND_RFQ,
    openOrdersPerSide: SIDE_LAYERING_LIMIT,
    declineTextCharacters: DECLINE_TEXT_CHARACTERS,
    allocationPartsLeast: LEAST_ALLOCATION_PARTS,
    allocationParts: MAX_ALLOCATION_PARTS,
    quotesEndBeforeExpiryMs: QUOTES_END_BEFORE_EXPIRY_MS,
    quoteLifeMs: ORDER_LIFETIME_MS,
    marketInactivityMs: INACTIVITY_MS,
    openQuotesPerSide: BOOK_LAYERING_LIMIT,
    openQuotesPerDeskAndShard: MAX_RESTING_ORDERS_PER_DESK,
    openMarketsPerShard: MAX_OPEN_BOOKS,
    clientOrderIdCharacters: CLIENT_ORDER_ID_CHARACTERS,
    idempotencyKeptMs: limits.answersKeptMs,
  })
})
