/**
 * The position of a notification for one reader of a channel. A decision may have several notifications for a reader. The last one carries the
 * decision's number; the earlier ones carry the number below it and how many are still to come. So no two have the same position, and a socket that
 * dies in between resumes before the decision and not after it.
 */
import type { Wants } from '../../calls/channel.ts'
import type { Audience, Notification } from '../../engine/engine.ts'

export type Position = {
  /** A reader of the notification has everything up to this number. */
  readonly seq: number
  /** How many more of the decision's notifications the reader gets on this channel. */
  readonly left: number
}

export const whole = (seq: number): Position => ({ seq, left: 0 })

export const positionIn = (number: number, left: number): Position => ({ seq: left === 0 ? number : number - 1, left })

/** How many notifications follow on the same channel in the same decision, by audience. */
export type Later = ReadonlyMap<Audience, number>
const nothing: Later = new Map()

/** For each notification, how many follow it. `notifications` contains whole decisions, one after the other. */
export function latersOf(notifications: readonly Notification[]): readonly Later[] {
  const laters = notifications.map(() => nothing)
  let counts = new Map<string, Later>()
  for (let place = notifications.length - 2; place >= 0; place--) {
    const [notification, next] = [notifications[place]!, notifications[place + 1]!]
    if (next.decision !== notification.decision || next.shard.group !== notification.shard.group) {
      if (counts.size > 0) counts = new Map()
      continue
    }
    const known = counts.get(next.channel) ?? nothing
    counts.set(next.channel, new Map([...known, [next.audience, (known.get(next.audience) ?? 0) + 1]]))
    laters[place] = counts.get(notification.channel) ?? nothing
  }
  return laters
}

/** The notifications of a batch, and the index of one of them. */
export type Among = { readonly notifications: readonly Notification[]; readonly place: number }

/** How many of the following notifications of the same decision and channel a subscription to a part of the channel gets. */
export function leftOfPart({ notifications, place }: Among, audiences: readonly Audience[], wants: Wants): number {
  const { channel, decision, shard } = notifications[place]!
  let left = 0
  for (let next = place + 1; next < notifications.length; next += 1) {
    const one = notifications[next]!
    if (one.decision !== decision || one.shard.group !== shard.group) break
    if (one.channel === channel && audiences.includes(one.audience) && wants(one.data)) left += 1
  }
  return left
}

export function leftFor(later: Later, audiences: readonly Audience[]): number {
  let left = 0
  for (const audience of audiences) left += later.get(audience) ?? 0
  return left
}
