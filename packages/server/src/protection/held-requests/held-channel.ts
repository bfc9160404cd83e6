/** `held_requests`: the requests of a desk that wait for approval, for its own members and keys. */
import type { HeldRequestsView } from '@parley/contracts'
import type { StreamChannel } from '../../calls/channel.ts'
import type { Sql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import type { People } from '../people.ts'
import { HELD_REQUESTS, listHeld, presentHeld } from './store.ts'

type ChannelNeeds = { readonly sql: Sql; readonly people: Pick<People, 'nameOf'>; readonly now: () => number; readonly log: Log }
type Listener = { readonly desk: string; readonly push: (data: HeldRequestsView) => void }

/** Every push contains all of them, so that a slow reader misses nothing. */
export async function openHeldChannel({ sql, people, now, log }: ChannelNeeds) {
  const listeners = new Set<Listener>()
  const viewOf = async (desk: string): Promise<HeldRequestsView> => ({
    results: (await listHeld(sql, desk, now())).map((row) => presentHeld(row, people.nameOf)),
  })
  const publish = async (desk: string) => {
    const own = [...listeners].filter((each) => each.desk === desk)
    if (own.length === 0) return
    const view = await viewOf(desk)
    for (const { push } of own) push(view)
  }
  // After a lost connection the word is empty, and any desk may have changed.
  const desksOf = (word: string): Iterable<string> => (word === '' ? new Set([...listeners].map(({ desk }) => desk)) : [word])
  const listening = await sql.listen(HELD_REQUESTS, (word) => {
    for (const desk of desksOf(word)) publish(desk).catch((error: unknown) => log.error({ error, desk }, 'Could not publish held requests'))
  })
  const channel: StreamChannel = {
    kind: 'stream',
    pattern: 'held_requests',
    async open({ desk }, _params, push) {
      const listener: Listener = { desk, push }
      listeners.add(listener)
      push(await viewOf(desk))
      return () => void listeners.delete(listener)
    },
  }
  return { channel, close: () => listening.unlisten() }
}
