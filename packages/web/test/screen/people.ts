/** The user of a screen test, and the answers that every page needs after sign-in. */
import {
  accountCalls,
  catalogueCalls,
  credentialCalls,
  deskCalls,
  directRfqCalls,
  grfqCalls,
  obCalls,
  protectionCalls,
  reconciliationCalls,
  spreadCalls,
  type UserView,
  venueAccountCalls,
} from '@parley/contracts'
import { type Answer, answer } from './answers.ts'

/** A trader of Amber Road who has accepted the agreement. */
export const personOf = (change: Partial<UserView> = {}): UserView => ({
  id: 'u_1',
  email: 'grace@amberroad.example',
  first_name: 'Grace',
  last_name: 'Ortiz',
  color: 'TL',
  role: 'trader',
  firm: { name: 'Amber Road Capital', leaderboard_anonymity: false, has_liquidity_providers: true },
  trading_desk: { ticker: 'AMBR', name: 'Amber Road', is_maker: false },
  has_totp_enabled: false,
  has_passkey: false,
  visual_mobile_notifications_enabled: true,
  audio_mobile_notifications_enabled: true,
  audio_notifications_enabled: true,
  visual_notifications_enabled: true,
  email_notifications_enabled: true,
  trading_notifications_enabled: true,
  active_products: ['DBT'],
  has_accepted_us_agreement: false,
  has_accepted_non_us_agreement: true,
  has_unaccepted_agreement: false,
  entity: 'SINGAPORE',
  restricted_ip_rfqs_left: null,
  preferences: { data: {} },
  ...change,
})

const flag = (is_enabled: boolean) => ({ is_enabled, config: null, default_value: null })
export const flagsOf = (flags: Readonly<Record<string, boolean>>) =>
  Object.fromEntries(Object.entries(flags).map(([name, isOn]) => [name, flag(isOn)]))

export const noPage = { next: null, results: [] }

/** The calls that every page makes for a user who has not signed in, in an installation that is not a demo. */
export const answersForStrangers: readonly Answer[] = [
  answer(accountCalls.listDemoPeople, { results: [] }),
  answer(accountCalls.getSignOn, { is_offered: false }),
  answer(accountCalls.listSignInAnnouncements, { announcements: [] }),
]

/** The calls that every page makes after sign-in. */
export const answersFor = (person: UserView): readonly Answer[] => [
  answer(accountCalls.getUser, person),
  answer(accountCalls.listAnnouncements, { announcements: [] }),
  answer(accountCalls.refreshToken, { token: 'the next token' }, { 'refreshed-token': 'the next token' }),
  answer(accountCalls.logout, {}),
  answer(directRfqCalls.getEchoV1, {}),
  answer(accountCalls.listFeatureFlags, flagsOf({ feature_default_accounts: true, feature_user_preferences_json: true })),
  answer(accountCalls.createSocketTicket, { ticket: 'ticket', expires_at: Date.now() + 60_000 }),
  answer(accountCalls.savePreferences, ({ body }) => body),
  answer(catalogueCalls.listMarkets, { results: [{ venue: 'DBT', base_currency: 'BTC' }] }),
  answer(catalogueCalls.listInstruments, noPage),
  answer(spreadCalls.listInstruments, noPage),
]

/** The lists that every section of the dashboard reads, all empty. */
export const emptyDesk: readonly Answer[] = [
  answer(deskCalls.listMembers, { results: [] }),
  answer(deskCalls.listInvitations, { results: [] }),
  answer(deskCalls.listApprovals, { results: [], order_books: 'EVERY_DESK' }),
  answer(deskCalls.listApiKeys, { results: [] }),
  answer(venueAccountCalls.listVenueAccounts, { results: [], our_addresses: [] }),
  answer(reconciliationCalls.listDays, { open: 0, results: [] }),
]

const nothingStopped = { rate_limit_hit: false, limits: [], stops: [], cancel_all_at: null, fired: [], still_cancelling: [] }

/** The lists that the trading page reads at each address, for a desk that has no account and has not traded. */
export const emptyMarket: readonly Answer[] = [
  answer(directRfqCalls.listTape, noPage),
  answer(grfqCalls.listTape, noPage),
  answer(obCalls.listTape, noPage),
  answer(spreadCalls.listTape, noPage),
  answer(spreadCalls.listTrades, noPage),
  answer(directRfqCalls.listCounterparties, noPage),
  answer(credentialCalls.listDeribitCredentials, { results: [] }),
  answer(credentialCalls.listBitcomCredentials, { results: [] }),
  answer(credentialCalls.listBybitCredentials, { results: [] }),
  answer(credentialCalls.listParadexCredentials, { results: [] }),
  answer(protectionCalls.getProtection, () => ({ ...nothingStopped, server_time: Date.now() })),
  answer(protectionCalls.getDeskBounds, {
    ...{ most_notional: null, most_deviation_percent: null, approval_above: null, requests_per_second: null, own_orders: 'REFUSE' },
  }),
]
