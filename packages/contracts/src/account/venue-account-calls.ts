/** Calls about a desk's accounts at venues: which are connected, and whether they work. */
import { z } from 'zod'
import { call } from '../call.ts'
import { page, Text } from '../wire-types.ts'
import { AccountVenue, FirmCredential, KeyCheck, VenueAccount } from './venue-account-entities.ts'

const id = z.object({ id: Text(64) })

/** Each account has the fields of its venue's own form. */
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
    'PROVED (the default): the key is saved only if the venue lets it settle. READ_ONLY: the key is never used to settle. UNPROVED: the key is saved even if the venue does not respond, and is checked later.',
})

export const listVenueAccounts = call({
  method: 'GET',
  path: '/account/desk/venue-accounts/',
  summary:
    "Your desk's accounts at the venues, with the health of each. `our_addresses` are the IP addresses from which this installation calls the venues.",
  who: 'member',
  answer: z.object({ results: z.array(VenueAccount), our_addresses: z.array(z.string()) }),
})
export const addVenueAccount = call({
  method: 'POST',
  path: '/account/desk/venue-accounts/',
  summary: 'Connect an account at a venue. Its key is checked immediately, stored encrypted and never shown again.',
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
  summary:
    'Check a key at a venue without saving it. Nothing is stored and nothing is traded. Ten checks at once, then one every ten seconds.',
  who: 'administrator',
  body: z.object({ venue: AccountVenue, ...accountFields.shape }),
  whenRepeated: 'DONE_AGAIN',
  answer: KeyCheck,
  refusals: ['VenueNotSupported'],
})
export const checkVenueAccount = call({
  method: 'POST',
  path: '/account/desk/venue-accounts/{id}/check/',
  summary:
    'Check an account at its venue immediately instead of at the next scheduled check. Ten checks at once, then one every ten seconds.',
  who: 'administrator',
  params: id,
  body: z.unknown().optional(),
  answer: VenueAccount,
  refusals: ['NotFound'],
})
export const updateVenueAccount = call({
  method: 'PATCH',
  path: '/account/desk/venue-accounts/{id}/',
  summary: "Make an account the desk's default at its venue, or give it a new key. The previous key still settles what was agreed with it.",
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
  summary: 'Disconnect an account at a venue. Trades that are being settled keep using it until they are done.',
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
  summary: "Your desk's accounts at all venues or at one venue, with the health of each.",
  who: 'member',
  query: z.object({ venue: Text(8).pipe(AccountVenue).optional() }),
  answer: page(FirmCredential),
})
