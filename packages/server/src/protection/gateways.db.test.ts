/** Keys that cancel on disconnect, at several gateways of one installation. */
import { afterEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { silent } from '../log/log.ts'
import { followGateways } from './gateways.ts'
import { openKeyPresence, RETURN_WITHIN_MS, type PresentKey } from './key-presence.ts'

const database = withTestDatabase()
const bot = { desk: 'KEST', user: 'k_bot', via: 'k_bot' } as PresentKey
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await database.sql`delete from socket_presence`
  await database.sql`delete from cluster_gateway`
})

async function gateway(name: string) {
  const clock = { now: 0 }
  const cancelled: PresentKey[] = []
  const presence = await openKeyPresence({
    ...{ sql: database.sql, gateway: name, now: () => clock.now, log: silent },
    cancelWhatLeft: async ({ desk, user, via }) => void cancelled.push({ desk, user, via }),
  })
  return {
    ...{ clock, cancelled, presence },
    follow: async () => {
      closing.push(await followGateways({ sql: database.sql, gateway: name, keys: presence, log: silent }))
    },
  }
}
const holders = async () =>
  (await database.sql<{ gateway: string }[]>`select gateway from socket_presence order by 1`).map((row) => row.gateway)

describe('11.5 a key that cancels when it goes', () => {
  it('11.5 is taken over from a gateway that has died, and has ten seconds to come back', async () => {
    const [dead, alive] = [await gateway('dead'), await gateway('alive')]
    await dead.presence.arrived(bot)
    await alive.follow()
    await expect.poll(holders, { timeout: 10_000 }).toEqual(['alive'])
    alive.presence.sweep(RETURN_WITHIN_MS - 1, () => false)
    await alive.presence.settled()
    expect(alive.cancelled).toEqual([])
    alive.presence.sweep(RETURN_WITHIN_MS, () => false)
    await alive.presence.settled()
    expect(alive.cancelled).toEqual([bot])
    expect(await holders()).toEqual([])
  })

  it('11.5 is left alone while it is connected to another gateway, and cancels once if it leaves both at once', async () => {
    const [one, other] = [await gateway('one'), await gateway('other')]
    await one.presence.arrived(bot)
    await other.presence.arrived(bot)
    one.presence.left(bot)
    await one.presence.settled()
    expect([one.cancelled, await holders()]).toEqual([[], ['other']])
    await one.presence.arrived(bot)
    one.presence.left(bot)
    other.presence.left(bot)
    await Promise.all([one.presence.settled(), other.presence.settled()])
    expect([...one.cancelled, ...other.cancelled].length).toBeGreaterThan(0)
    expect(await holders()).toEqual([])
  })

  it('11.5 is known to a process that does everything, after many have ended', async () => {
    await (await gateway('ended')).presence.arrived(bot)
    const alone = await gateway('')
    alone.presence.sweep(RETURN_WITHIN_MS, () => false)
    await alone.presence.settled()
    expect(alone.cancelled).toEqual([bot])
  })
})
