/** The calls about a desk's venue accounts, and about each user's own default among them. */
import { credentialCalls, venueAccountCalls as calls } from '@parley/contracts'
import { isRefusal, refuse, type AccountField, type GivenFields } from '@parley/core'
import { fault } from '../../calls/fault.ts'
import { Faulted, route, type Route, type RouteInput } from '../../calls/route.ts'
import { createRateLimit, type RateLimit } from '../../limits/token-bucket.ts'
import { actorOf } from '../actor.ts'
import { accountLimits } from '../limits.ts'
import type { VenueAccountRow } from '../rows.ts'
import { firmCredentialToWire, keyCheckToWire, venueAccountToWire } from '../venue-health/present.ts'
import { chooseDefaults, credentialsAt, isDefaultFor, tradingStateOf, type Asker, type PublishedVenue } from './default-credentials.ts'
import type { DeskServices } from './desk-services.ts'

export const venueAccountRoutes = (parts: DeskServices): readonly Route[] => [...accountRoutes(parts), ...credentialRoutes(parts)]

type Asking = Pick<RouteInput<typeof calls.listVenueAccounts>, 'caller' | 'now'>

function accountRoutes({ book, desk: { venueAccounts }, health, keyEntry, watch, ourAddresses }: DeskServices): readonly Route[] {
  const checks = createRateLimit(accountLimits.venueKeyChecks)
  const saves = createRateLimit(accountLimits.venueKeysSaved)
  const pace = (limit: RateLimit, { caller, now }: Asking) => {
    const wait = limit.take(caller.desk, now)
    if (wait !== undefined)
      throw new Faulted(fault('RateLimited', 'Too many checks of venue accounts. Wait a moment, then try again.', { retryAfterMs: wait }))
  }
  const present = (row: VenueAccountRow, { caller, now }: Asking) => venueAccountToWire(row, health.of(row.id), caller.role, now)
  const ofDesk = ({ caller }: Pick<Asking, 'caller'>) => book.accounts.venueAccounts.get(caller.desk) ?? []
  return [
    route(calls.listVenueAccounts, (input) =>
      Promise.resolve({ results: ofDesk(input).map((row) => present(row, input)), our_addresses: [...ourAddresses] }),
    ),
    route(calls.addVenueAccount, async (input) => {
      const { venue, name, is_default, save, ...given } = input.body
      pace(saves, input)
      const key = await keyEntry.enter({ venue, fields: fieldsOf(given), saveAs: save ?? 'PROVED' })
      if (isRefusal(key)) return key
      const answer = await venueAccounts.add(actorOf(input), { venue, name, key, isDefault: is_default ?? false })
      return isRefusal(answer) ? answer : present(answer, input)
    }),
    route(calls.checkVenueKey, async (input) => {
      const { venue, ...given } = input.body
      pace(checks, input)
      const answer = await keyEntry.check(venue, fieldsOf(given))
      return isRefusal(answer) ? answer : keyCheckToWire(answer)
    }),
    route(calls.checkVenueAccount, async (input) => {
      const row = ofDesk(input).find(({ id }) => id === input.params.id)
      if (row === undefined) return refuse('NotFound', '', 'The desk has no venue account with this id.', 'id')
      pace(checks, input)
      await watch.check(row)
      return present(row, input)
    }),
    route(calls.updateVenueAccount, async (input) => {
      const { is_default, save, ...given } = input.body
      const fields = fieldsOf(given)
      const row = ofDesk(input).find(({ id }) => id === input.params.id)
      const isKeyed = Object.keys(fields).length > 0 && row !== undefined
      if (isKeyed) pace(saves, input)
      const key = isKeyed ? await keyEntry.enter({ venue: row.venue, fields, saveAs: save ?? 'PROVED', of: row.id }) : undefined
      if (key !== undefined && isRefusal(key)) return key
      const answer = await venueAccounts.update(actorOf(input), input.params.id, { isDefault: is_default, key })
      return isRefusal(answer) ? answer : present(answer, input)
    }),
    route(calls.removeVenueAccount, (input) => venueAccounts.remove(actorOf(input), input.params.id)),
  ]
}

/** The fields without those that were not sent. */
const fieldsOf = (given: { readonly [Name in AccountField]?: string | undefined }): GivenFields =>
  Object.fromEntries(Object.entries(given).filter(([, text]) => text !== undefined))

function credentialRoutes({ book, health, tokens }: DeskServices): readonly Route[] {
  const asker = ({ caller: { user, desk }, now }: Asking): Asker => ({ accounts: book.accounts, user, desk, healthOf: health.of, now })
  const at = (venue: PublishedVenue) => (input: Asking) => Promise.resolve({ results: credentialsAt(asker(input), venue) })
  return [
    route(credentialCalls.listDeribitCredentials, at('deribit')),
    route(credentialCalls.listBybitCredentials, at('bybit')),
    route(credentialCalls.listBitcomCredentials, at('bitcom')),
    route(credentialCalls.listParadexCredentials, at('paradex')),
    route(credentialCalls.listFtxCredentials, at('ftx')),
    route(credentialCalls.listFriktionCredentials, at('friktion')),
    route(credentialCalls.listRibbonCredentials, (input) => {
      // An auction has its bidding token with address and symbol; a wallet is entered with the symbol.
      const token = input.query.bidding_token
      const wanted = { ...input.query, bidding_token: (token === undefined ? undefined : tokens.symbolOf?.(token)) ?? token }
      return Promise.resolve({ results: credentialsAt(asker(input), 'ribbon', wanted) })
    }),
    route(credentialCalls.listClearingAccounts, at('cme')),
    route(calls.listFirmCredentials, (input) => {
      const { venue } = input.query
      const rows = (book.accounts.venueAccounts.get(input.caller.desk) ?? []).filter((row) => venue === undefined || row.venue === venue)
      const results = rows.map((row) => firmCredentialToWire(row, health.of(row.id), isDefaultFor(asker(input), row), input.now))
      return Promise.resolve({ next: null, results })
    }),
    route(credentialCalls.updateTradingState, async (input) => {
      const refused = await chooseDefaults(book, actorOf(input), input.body)
      return refused ?? tradingStateOf(asker(input))
    }),
  ]
}
