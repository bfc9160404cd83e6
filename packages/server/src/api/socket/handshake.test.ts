import type { IncomingMessage } from 'node:http'
import type { DeskId, UserId } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { createTestAccess } from '../../../test/socket-access.ts'
import { createSocketTickets } from '../../accounts/sign-in/socket-tickets.ts'
import { isFault } from '../../calls/fault.ts'
import type { Caller } from '../../calls/route.ts'
import { shake } from './handshake.ts'

const ada: Caller = {
  kind: 'session',
  desk: 'ORRY' as DeskId,
  user: 'u_1' as UserId,
  via: 's_1',
  role: 'trader',
  proved: undefined,
  isRestricted: false,
}
const PARLEY = 'https://parley.example'
const EVIL = 'https://evil.example'

const isLetIn = (headers: IncomingMessage['headers'], home: { readonly publicUrl?: string; readonly trustProxy?: boolean }): boolean => {
  const accounts = { access: createTestAccess({ sessionAsIs: () => ada }), tickets: createSocketTickets(), trustProxy: false, ...home }
  const request = { url: '/v2/drfq/?token=t', headers } as IncomingMessage
  return !isFault(shake(request, accounts, { address: '192.0.2.1', now: 0 }, new Map()))
}

describe('a page is ours', () => {
  it.each<[string, string, IncomingMessage['headers'], { publicUrl?: string; trustProxy?: boolean }, boolean]>([
    ['at PUBLIC_URL, whatever the proxy calls the host', PARLEY, { host: 'inside:4000' }, { publicUrl: PARLEY }, true],
    ['at PUBLIC_URL with its port written out', `${PARLEY}:443`, { host: 'inside:4000' }, { publicUrl: PARLEY }, true],
    ['not over http where PUBLIC_URL is https', 'http://parley.example', { host: 'parley.example' }, { publicUrl: PARLEY }, false],
    ['not at a name that leads here, where PUBLIC_URL says another', EVIL, { host: 'evil.example' }, { publicUrl: PARLEY }, false],
    [
      'not because a header says so, even one of our own proxy, where PUBLIC_URL says another',
      EVIL,
      { host: 'parley.example', 'x-forwarded-host': 'evil.example' },
      { publicUrl: PARLEY, trustProxy: true },
      false,
    ],
    ['without PUBLIC_URL at the host it was loaded from', 'http://localhost:4000', { host: 'localhost:4000' }, {}, true],
    [
      'without PUBLIC_URL at the host that our own proxy says',
      PARLEY,
      { host: 'inside', 'x-forwarded-host': 'parley.example' },
      { trustProxy: true },
      true,
    ],
    ['without PUBLIC_URL where a proxy adds the default port', PARLEY, { host: 'Parley.example:443' }, {}, true],
    ['not at another port of its host', PARLEY, { host: 'parley.example:444' }, {}, false],
    ['not at a host that somebody else says', EVIL, { host: 'localhost:4000', 'x-forwarded-host': 'evil.example' }, {}, false],
    ['not where it is of no site', 'null', { host: 'localhost:4000' }, {}, false],
  ])('%s', (_title, origin, headers, home, letIn) => {
    expect(isLetIn({ ...headers, origin }, home)).toBe(letIn)
  })
})

it('a token in an address opens no socket if the operator refuses it, and the refusal says what does', () => {
  const access = createTestAccess({ sessionAsIs: () => ada })
  const accounts = { access, tickets: createSocketTickets(), trustProxy: false, publicUrl: PARLEY, tokensInAddresses: 'REFUSED' as const }
  const ask = (url: string) =>
    shake({ url, headers: { origin: PARLEY } } as IncomingMessage, accounts, { address: '192.0.2.1', now: 0 }, new Map())
  const refused = ask('/v2/drfq/?token=t')
  expect(isFault(refused) && [refused.status, refused.message]).toEqual([403, expect.stringContaining('?ticket=')])
})
