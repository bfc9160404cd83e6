/** Every call and channel of contracts, in the order and with the names that the documents use. */
import {
  accountCalls,
  catalogueCalls,
  channels,
  deskCalls,
  reconciliationCalls,
  leaderboardCalls,
  venueAccountCalls,
  credentialCalls,
  directRfqCalls,
  factorCalls,
  outcomeCalls,
  grfqCalls,
  heldRequestCalls,
  listCalls,
  groupChannels,
  obCalls,
  perpetualCalls,
  positionCalls,
  protectionCalls,
  registrationCalls,
  spreadCalls,
  spreadChannels,
  vaultCalls,
  vaultChannels,
  type Call,
} from '@parley/contracts'

export type NamedCall = { readonly name: string; readonly call: Call }
export type CallGroup = {
  /** The id in its file name and its anchors. */
  readonly id: string
  readonly title: string
  /** The prefix of its names, if other groups have the same names. */
  readonly prefix: string
  readonly calls: readonly NamedCall[]
}

const METHODS: readonly Call['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const order = ({ call: { path, method } }: NamedCall): string => `${path} ${METHODS.indexOf(method)}`

function group(id: string, title: string, calls: object, prefix = ''): CallGroup {
  const named = (Object.entries(calls) as [string, Call][]).map(([name, call]) => ({ name, call }))
  return { id, title, prefix, calls: named.sort((a, b) => (order(a) < order(b) ? -1 : 1)) }
}

export const callGroups: readonly CallGroup[] = [
  group('direct-rfq', 'Direct RFQ', directRfqCalls),
  group('lists', 'List RFQs', listCalls),
  group('ob', 'Order-book markets', obCalls, 'ob_'),
  group('grfq', 'Group RFQ', grfqCalls, 'grfq_'),
  group('fs', 'Listed spreads', spreadCalls, 'fs_'),
  group('protection', 'Protections', { ...protectionCalls, ...heldRequestCalls }),
  group('positions', 'Positions', positionCalls),
  group('perpetuals', 'Perpetuals', perpetualCalls),
  group('auctions', 'Auctions of vaults', vaultCalls),
  group('leaderboard', 'Leaderboard', leaderboardCalls),
  group('fate', 'The fate of a command', outcomeCalls),
  group('catalogue', 'Catalogue', catalogueCalls),
  group('desk', 'Your desk', { ...deskCalls, ...venueAccountCalls, ...credentialCalls, ...reconciliationCalls }),
  group('account', 'Your account', { ...registrationCalls, ...accountCalls, ...factorCalls }),
]

export type Described = { toJSONSchema(options: { io: 'input' | 'output'; unrepresentable: 'any' }): unknown }
export type Channels = Readonly<Record<string, { readonly summary: string; readonly data: Described; readonly also: readonly string[] }>>
export type Door = { readonly id: string; readonly path: string; readonly title: string; readonly channels: Channels }

const { quote_status: _, ...grfqChannels } = groupChannels

export const doors: readonly Door[] = [
  { id: 'drfq', path: '/v2/drfq/', title: 'Direct RFQ', channels },
  { id: 'ob', path: '/v1/ob/', title: 'Order-book markets', channels: groupChannels },
  { id: 'grfq', path: '/v1/grfq/', title: 'Group RFQ', channels: grfqChannels },
  { id: 'fs', path: '/v1/fs/', title: 'Listed spreads', channels: spreadChannels },
  { id: 'vrfq', path: '/v1/vrfq/', title: 'Auctions of vaults', channels: vaultChannels },
]
