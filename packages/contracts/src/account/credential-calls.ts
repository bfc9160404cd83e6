/** The accounts with which a desk can trade, by the published name of their venue, and each user's own default among them. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Text } from '../wire-types.ts'
import { VenueCredential } from './entities.ts'

const credentials = (path: string, summary: string) =>
  call({ method: 'GET', path, summary, who: 'member', answer: z.object({ results: z.array(VenueCredential) }) })
export const listDeribitCredentials = credentials('/trading-desk/deribit/api-credentials/', "The desk's accounts at Deribit.")
export const listBybitCredentials = credentials('/trading-desk/bybit/api-credentials/', "The desk's accounts at Bybit.")
export const listBitcomCredentials = credentials('/trading-desk/bitcom/api-credentials/', "The desk's accounts at bit.com.")
export const listParadexCredentials = credentials('/trading-desk/paradex/api-credentials/', "The desk's accounts at Paradex.")
export const listFtxCredentials = credentials(
  '/trading-desk/ftx/api-credentials/',
  "The desk's accounts at FTX. FTX has closed, so the list is always empty.",
)
export const listFriktionCredentials = credentials('/trading-desk/friktion/api-credentials/', "The desk's wallets for Friktion auctions.")
export const listRibbonCredentials = call({
  method: 'GET',
  path: '/trading-desk/ribbon/api-credentials/',
  summary: "The desk's wallets for Ribbon auctions, for one swap contract and bidding token.",
  who: 'member',
  query: z.object({
    swap_address: Text(64).optional(),
    bidding_token: Text(64).optional().meta({ description: 'The symbol of the token, or its address as live auctions have it.' }),
  }),
  answer: z.object({ results: z.array(VenueCredential) }),
})
export const listClearingAccounts = credentials('/trading-desk/cme/clearing-accounts/', "The desk's clearing accounts at CME.")

const defaultId = Text(64).nullable()
export const updateTradingState = call({
  method: 'PATCH',
  path: '/trading-desk/member/trading-state/update/',
  summary: 'Set your own default account at a venue. null removes the default.',
  who: 'person',
  // Other members are kept, so that a default at a venue that has none is refused by the name of the venue.
  body: z
    .looseObject({
      default_deribit_api_credential_id: defaultId,
      default_cme_clearing_account_id: defaultId,
      default_bitcom_api_credential_id: defaultId,
      default_bybit_api_credential_id: defaultId,
      default_ribbon_api_credential_id: defaultId,
      default_friktion_api_credential_id: defaultId,
      default_ftx_api_credential_id: defaultId,
    })
    .partial(),
  answer: z.record(z.string(), z.string().nullable()),
  refusals: ['NotFound', 'VenueAccountReadOnly', 'VenueNotSupported'],
})
