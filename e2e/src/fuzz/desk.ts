/**
 * Actions of an administrator for a desk that does not trade, in valid requests and in order: keys, accounts, counterparties, pre-trade limits, the
 * firm's name, stops.
 */
import { randomUUID } from 'node:crypto'
import type { Answer, Json } from '../protocol/answer.ts'
import { must, type Step } from './step.ts'
import type { Sends } from './right.ts'

const idOf = ({ json }: Answer): string => String(json['id'])

/** `other` administers the desk that is asked. */
export const deskWork = (boss: Sends, other: Sends): readonly Step[] => [
  ...kept(boss, '/account/desk/api-keys/', {
    made: () => ({ name: randomUUID(), scopes: ['read', 'trade'] }),
    changed: { scopes: ['read'], allowed_addresses: ['127.0.0.1'] },
    rotated: { overlap_hours: 1 },
  }),
  ...kept(boss, '/account/desk/venue-accounts/', {
    made: () => ({ venue: 'CME', name: randomUUID(), account_number: 'AMBR-7741', clearer: 'Northern Clearing' }),
    changed: { account_number: 'AMBR-7742', clearer: 'Northern Clearing' },
  }),
  [
    'PATCH /trading-desk/member/trading-state/update/',
    () => ({ by: boss, path: '/trading-desk/member/trading-state/update/', body: { default_deribit_api_credential_id: null } }),
  ],
  ...approvals(boss, other),
  ...kept(boss, '/account/counterparty-groups/', {
    made: () => ({ name: randomUUID().slice(0, 8), makers: ['LARK'] }),
    changed: { makers: ['LARK'] },
  }),
  [
    'PUT /v2/protection/bounds/',
    () => ({ by: boss, path: '/v2/protection/bounds/', body: { most_notional: '1000000', most_deviation_percent: '50' } }),
  ],
  [
    'PUT /v2/protection/bounds/people/{id}/',
    async () => {
      const { results } = (await must(boss, 'GET', '/v2/protection/bounds/people/')) as Json & { results: readonly Json[] }
      return { by: boss, path: `/v2/protection/bounds/people/${String(results[0]!['user'])}/`, body: { most_notional: '1000000' } }
    },
  ],
  [
    'PUT /v1/leaderboard/preferences/',
    () => ({ by: boss, path: '/v1/leaderboard/preferences/', body: { disabled_leaderboard_anonymity: true } }),
  ],
  ['POST /v2/protection/stop/', () => ({ by: boss, path: '/v2/protection/stop/', body: { why: 'enough for today' } })],
  ['POST /v2/protection/allow/', () => ({ by: boss, path: '/v2/protection/allow/', body: { user: null } })],
]

type Kind = { readonly made: () => object; readonly changed: object; readonly rotated?: object }

function kept(boss: Sends, path: string, { made, changed, rotated }: Kind): readonly Step[] {
  let id = ''
  return [
    [
      `POST ${path}`,
      async () => {
        await tidyUp(boss, path)
        return { by: boss, path, body: made(), done: (answer) => void (id = idOf(answer)) }
      },
    ],
    [`PATCH ${path}{id}/`, () => ({ by: boss, path: `${path}${id}/`, body: changed })],
    ...(rotated === undefined ? [] : [[`POST ${path}{id}/rotate/`, () => ({ by: boss, path: `${path}${id}/rotate/`, body: rotated })] as const]), // prettier-ignore
    [`DELETE ${path}{id}/`, () => ({ by: boss, path: `${path}${id}/` })],
  ]
}

/** A desk has a maximum number of them; all those of earlier rounds but the first are removed. */
async function tidyUp(boss: Sends, path: string): Promise<void> {
  const { results } = (await must(boss, 'GET', path)) as Json & { results: readonly Json[] }
  for (const one of results.slice(1)) await must(boss, 'DELETE', `${path}${String(one['id'])}/`)
}

function approvals(boss: Sends, other: Sends): readonly Step[] {
  const path = (desk: string, act: string) => `/account/counterparties/${desk}/${act}/`
  /** Ends any approval between the two. */
  const strangers = () => boss.send('POST', path('LARK', 'withdraw'))
  return [
    [
      'POST /account/counterparties/{desk}/ask/',
      async () => {
        await strangers()
        return { by: boss, path: path('LARK', 'ask') }
      },
    ],
    ['POST /account/counterparties/{desk}/never-match/', () => ({ by: boss, path: path('LARK', 'never-match') })],
    ['POST /account/counterparties/{desk}/match-again/', () => ({ by: boss, path: path('LARK', 'match-again') })],
    [
      'PUT /account/counterparties/order-books/',
      () => ({ by: boss, path: '/account/counterparties/order-books/', body: { order_books: 'APPROVED_DESKS' } }),
    ],
    [
      'PUT /account/desk/recap/',
      () => ({ by: boss, path: '/account/desk/recap/', body: { format: '{side} {quantity} {structure}[, {blocks}]' } }),
    ],
    ['POST /account/counterparties/{desk}/withdraw/', () => ({ by: boss, path: path('LARK', 'withdraw') })],
    [
      'POST /account/counterparties/{desk}/approve/',
      async () => {
        await strangers()
        await must(other, 'POST', path('HLYD', 'ask'))
        return { by: boss, path: path('LARK', 'approve') }
      },
    ],
  ]
}
