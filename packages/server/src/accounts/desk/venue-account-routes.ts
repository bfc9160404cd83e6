/** The calls about a desk's accounts at the venues, and about each person's own default among them. */
import { deskCalls as calls } from '@parley/contracts'
import { isRefusal, refuse } from '@parley/core'
import { route, type Route, type RouteInput } from '../../calls/route.ts'
import { actorOf } from '../actor.ts'
import { venueAccountToWire } from '../wire.ts'
import { chooseDefaults, credentialsAt, tradingStateOf, type PublishedVenue } from './default-credentials.ts'
import type { DeskServices } from './desk-services.ts'

export const venueAccountRoutes = (parts: DeskServices): readonly Route[] => [...accountRoutes(parts), ...credentialRoutes(parts)]

function accountRoutes({ book, desk: { venueAccounts } }: DeskServices): readonly Route[] {
  return [
    route(calls.listVenueAccounts, ({ caller }) =>
      Promise.resolve({ results: (book.accounts.venueAccounts.get(caller.desk) ?? []).map(venueAccountToWire) }),
    ),
    route(calls.addVenueAccount, async (input) => {
      const { venue, name, client_id, client_secret, is_default } = input.body
      const wanted = { venue, name, clientId: client_id, clientSecret: client_secret, isDefault: is_default ?? false }
      const answer = await venueAccounts.add(actorOf(input), wanted)
      return isRefusal(answer) ? answer : venueAccountToWire(answer)
    }),
    route(calls.updateVenueAccount, async (input) => {
      const { is_default, client_id, client_secret } = input.body
      if ((client_id === undefined) !== (client_secret === undefined)) {
        const member = client_id === undefined ? 'client_id' : 'client_secret'
        return refuse('InvalidParams', '', 'This field is required', member)
      }
      const credentials = client_id === undefined ? undefined : { clientId: client_id, clientSecret: client_secret! }
      const answer = await venueAccounts.update(actorOf(input), input.params.id, { isDefault: is_default, credentials })
      return isRefusal(answer) ? answer : venueAccountToWire(answer)
    }),
    route(calls.removeVenueAccount, (input) => venueAccounts.remove(actorOf(input), input.params.id)),
  ]
}

function credentialRoutes({ book }: DeskServices): readonly Route[] {
  const at =
    (venue: PublishedVenue) =>
    ({ caller }: Pick<RouteInput<typeof calls.listDeribitCredentials>, 'caller'>) =>
      Promise.resolve({ results: credentialsAt(book.accounts, caller.user, caller.desk, venue) })
  return [
    route(calls.listDeribitCredentials, at('deribit')),
    route(calls.listBybitCredentials, at('bybit')),
    route(calls.listBitcomCredentials, at('bitcom')),
    route(calls.listParadexCredentials, at('paradex')),
    route(calls.listFtxCredentials, at('ftx')),
    route(calls.listFriktionCredentials, at('friktion')),
    // No desk has a wallet there.
    route(calls.listRibbonCredentials, at('ribbon')),
    route(calls.listClearingAccounts, at('cme')),
    route(calls.updateTradingState, async (input) => {
      const { caller } = input
      const refused = await chooseDefaults(book, actorOf(input), input.body)
      return refused ?? tradingStateOf(book.accounts, caller.user, caller.desk)
    }),
  ]
}
