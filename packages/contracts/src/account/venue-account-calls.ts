/** Calls about a desk's accounts at venues: what is connected, and whether it works. */
import { z } from 'zod'
import { call } from '../call.ts'
import { page, Text } from '../wire-types.ts'
import { AccountVenue, FirmCredential, KeyCheck, VenueAccount } from './venue-account-entities.ts'

const id = z.object({ id: Text(64) })

/** An account has those of its venue's own form. */
const accountFields = z
  .object({
    client_id: Text(256),
    client_secret: Text(512),
    account_address: Text(66),
    subkey_private_key: Text(66),
    account_number: Text(32),
    clearer: Text(64),
    wallet_address: Text(64),
    swap_address: Text(64),
    bidding_token: Text(16),
  })
  .partial()
const saveAs = z.enum(['PROVED', 'READ_ONLY', 'UNPROVED']).optional().meta({
  description:
    'PROVED, unless said: only a key that the venue lets settle is saved. READ_ONLY: it is never used to settle. UNPROVED: also where the venue does not answer; it is asked about later.',
})

export const listVenueAccounts = call({
  method: 'GET',
  path: '/account/desk/venue-accounts/',
  summary: "Your desk's accounts at the venues, and how each is; `our_addresses` are those from which venues are called.",
  who: 'member',
  answer: z.object({ results: z.array(VenueAccount), our_addresses: z.array(z.string()) }),
})
export const addVenueAccount = call({
  method: 'POST',
  path: '/account/desk/venue-accounts/',
  summary: 'Connect an account at a venue. Its key is proved at once, kept encrypted and never shown again.',
  who: 'administrator',
  stepUp: 'factor',
  status: 201,
  body: z.object({
    venue: AccountVenue,
    name: Text(64).min(1),
    ...accountFields.shape,
    is_default: z.boolean().optional(),
    save: saveAs,
  }),
  answer: VenueAccount,
  refusals: [
    'VenueAccountTaken',
    'VenueNotSupported',
    'VenueKeyRefused',
    'VenueKeyCannotSettle',
    'VenueUnreachable',
    'VenueAccountReadOnly',
  ],
})
export const checkVenueKey = call({
  method: 'POST',
  path: '/account/desk/venue-accounts/check/',
  summary: 'Ask a venue about a key that is not saved; nothing is kept and nothing is traded. Ten at once, then one in ten seconds.',
  who: 'administrator',
  body: z.object({ venue: AccountVenue, ...accountFields.shape }),
  whenRepeated: 'DONE_AGAIN',
  answer: KeyCheck,
  refusals: ['VenueNotSupported'],
})
export const checkVenueAccount = call({
  method: 'POST',
  path: '/account/desk/venue-accounts/{id}/check/',
  summary: 'Ask the venue about an account now, and not only at the next turn. Ten at once, then one in ten seconds.',
  who: 'administrator',
  params: id,
  body: z.unknown().optional(),
  answer: VenueAccount,
  refusals: ['NotFound'],
})
export const updateVenueAccount = call({
  method: 'PATCH',
  path: '/account/desk/venue-accounts/{id}/',
  summary: "Make an account the desk's default at its venue, or give it another key; the key before settles what was agreed with it.",
  who: 'administrator',
  stepUp: 'factor',
  params: id,
  body: z.object({ is_default: z.literal(true).optional(), ...accountFields.shape, save: saveAs }),
  answer: VenueAccount,
  refusals: ['NotFound', 'VenueKeyRefused', 'VenueKeyCannotSettle', 'VenueUnreachable', 'VenueAccountReadOnly', 'VenueKeyOfAnotherAccount'],
})
export const removeVenueAccount = call({
  method: 'DELETE',
  path: '/account/desk/venue-accounts/{id}/',
  summary: 'Disconnect an account at a venue; trades that are being settled keep it to their end.',
  who: 'administrator',
  stepUp: 'factor',
  params: id,
  status: 204,
  answer: z.undefined(),
  refusals: ['NotFound'],
})

export const listFirmCredentials = call({
  method: 'GET',
  path: '/v1/identity/credentials/',
  summary: "Your desk's accounts at all venues, or at one, and how each is.",
  who: 'member',
  query: z.object({ venue: Text(8).pipe(AccountVenue).optional() }),
  answer: page(FirmCredential),
})
