import { secretBackOff } from '@parley/core'
import { expect, it } from 'vitest'
import { createMemoryNetwork } from '../../test/cluster/lossy-network.ts'
import { createSocketTickets } from '../accounts/sign-in/socket-tickets.ts'
import type { Caller } from '../calls/route.ts'
import { createFailedAttempts, echoedAttempts } from '../limits/failed-attempts.ts'
import { createRollingLimit, echoedLimit } from '../limits/rolling-window.ts'
import { createEcho } from './echo.ts'

const noon = 1_800_000_000_000

function twoGateways() {
  const network = createMemoryNetwork()
  return [createEcho({ network, subject: 'echo' }), createEcho({ network, subject: 'echo' })] as const
}

it('counts the turns of a rate at every gateway, and those that were given back', async () => {
  const [one, other] = twoGateways().map((echo) => echoedLimit(createRollingLimit({ most: 3, withinMs: 1_000 }), echo, 'requests'))
  expect([one!.take('KEST', noon), one!.take('KEST', noon), other!.take('KEST', noon)]).toEqual([undefined, undefined, undefined])
  await expect.poll(() => [one!.wait('KEST', noon), other!.wait('KEST', noon)]).toEqual([1_000, 1_000])
  one!.giveBack('KEST', noon)
  await expect.poll(() => [one!.wait('KEST', noon), other!.wait('KEST', noon)]).toEqual([undefined, undefined])
})

it('counts failed attempts with a secret at every gateway', async () => {
  const [one, other] = twoGateways().map((echo) => echoedAttempts(createFailedAttempts(secretBackOff), echo, 'passwords'))
  const attempt = { subject: 'ada@orrery.example', origin: '192.0.2.0/24', isKnown: false }
  let failures = 0
  while (one!.begin(attempt, noon) === undefined) failures += 1
  expect(failures).toBeGreaterThan(1)
  await expect.poll(() => other!.begin(attempt, noon)).toBe(one!.begin(attempt, noon))
  one!.forget(attempt.subject)
  await expect.poll(() => other!.begin(attempt, noon)).toBeUndefined()
})

it('opens a socket with a ticket at any gateway, once', async () => {
  const [one, other] = twoGateways().map((echo) => createSocketTickets(echo))
  const caller = { kind: 'session', desk: 'KEST', user: 'u', via: 's' } as unknown as Caller
  const { ticket } = one!.issue(caller, noon)
  await expect.poll(() => other!.ownerOf(ticket, noon)).toEqual(caller)
  expect(other!.take(ticket, noon)).toEqual(caller)
  expect(other!.take(ticket, noon)).toBeUndefined()
  await expect.poll(() => one!.ownerOf(ticket, noon)).toBeUndefined()
})
