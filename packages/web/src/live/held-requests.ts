/** The desk's requests that wait for the approval of a second person, and messages about them (rulebook 11.15). Loaded after the first screen. */
import type { HeldRequestsView, HeldRequestView } from '@parley/contracts'
import { directSocket } from './connection.ts'
import { type Notice, publish } from './notices.ts'
import { useProtection } from './protection.ts'
import { useSession } from './session.ts'

/** Runs while a user is signed in. Requests that ended before cause no messages. */
export function followHeldRequests(): () => void {
  let before: readonly HeldRequestView[] | undefined
  const following = directSocket?.subscribe<HeldRequestsView>('held_requests', ({ event, data }) => {
    if (event === 'SNAPSHOT') return
    const { session } = useSession.getState()
    if (session.state !== 'SIGNED_IN') return
    publish(heldNotices(before, data.results, session.user.id))
    before = data.results
    useProtection.setState({ held: data.results })
  })
  return () => following?.unsubscribe()
}

/** A request that now waits for a colleague, and the end of an own request. Pure. */
export function heldNotices(
  before: readonly HeldRequestView[] | undefined,
  now: readonly HeldRequestView[],
  user: string,
): readonly Notice[] {
  const known = new Map(before?.map((one) => [one.id, one]))
  return now.flatMap((one) => {
    const earlier = known.get(one.id)
    if (one.sender !== user) return earlier === undefined && one.state === 'HELD' ? [newNotice(one)] : []
    if (before === undefined || !hasEnded(one) || (earlier !== undefined && hasEnded(earlier))) return []
    return endNotice(one)
  })
}

/** An approved request has ended when its result is known. */
const hasEnded = ({ state, result }: HeldRequestView): boolean => state !== 'HELD' && (state !== 'APPROVED' || result !== null)

const newNotice = ({ id, sender_name, summary }: HeldRequestView): Notice => ({
  ...{ key: `held-${id}`, of: 'WARNING', tone: 'warn', title: `${sender_name} asks for your approval`, text: summary },
})

function endNotice({ id, state, decided_by_name: by, summary, result }: HeldRequestView): readonly Notice[] {
  const about = { key: `held-${id}`, of: 'WARNING', tone: 'warn', text: summary } as const
  switch (state) {
    case 'APPROVED':
      return result?.error == null
        ? [{ ...about, of: 'FILL', tone: 'done', title: `Approved by ${by} and sent` }]
        : [{ ...about, tone: 'refused', title: `Approved by ${by}, but rejected`, text: `${summary} ${result.message ?? ''}` }]
    case 'DECLINED':
      return [{ ...about, tone: 'refused', title: `Declined by ${by}` }]
    case 'CANCELLED':
      return [{ ...about, title: 'Cancelled before it was approved' }]
    case 'EXPIRED':
      return [{ ...about, title: 'Not approved in time' }]
    case 'HELD':
    case 'WITHDRAWN':
      return []
  }
}
