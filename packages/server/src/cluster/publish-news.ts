/** The owner's side of the news of a shard: one message for each commit, and its position while nothing is decided. */
import type { Engine, Notification, Published, Shard } from '../engine/engine.ts'
import { clusterLimits as limits } from './limits.ts'
import type { News } from './messages.ts'
import type { Network } from './network.ts'

type PublisherOptions<Event, Change> = {
  readonly network: Pick<Network, 'publish'>
  readonly subject: string
  readonly shard: Shard
  readonly engine: Pick<Engine<never, Event, unknown, Change>, 'onDecided' | 'onNotifications' | 'positions'>
  readonly now: () => number
}

export type NewsPublisher = {
  /** Publishes what has been committed. An answer is sent after its news, so that its reader knows the decision. */
  flush(): void
  close(): void
}

export function publishNews<Event, Change>({ network, subject, shard, engine, now }: PublisherOptions<Event, Change>): NewsPublisher {
  let decisions: News['decisions'][number][] = []
  let notifications: News['notifications'][number][] = []
  let seq = engine.positions().get(shard.group)!
  let isQuiet = true
  const send = (news: News) => network.publish(subject, JSON.stringify(news))
  const publishPosition = () => send({ after: seq, seq, at: now(), decisions: [], notifications: [] })
  const flush = () => {
    const last = decisions.at(-1)
    if (last === undefined) return
    isQuiet = false
    send({ after: seq, seq: last.seq, at: now(), decisions, notifications })
    seq = last.seq
    decisions = []
    notifications = []
  }
  // Both lists of a commit are announced in one step, and the message is sent after it.
  const later = () => queueMicrotask(flush)
  const stops = [
    engine.onDecided((published) => {
      if (decisions.length === 0) later()
      decisions.push(...published.map(withoutShard))
    }),
    engine.onNotifications((published) => void notifications.push(...published.map(withoutData))),
  ]
  const timer = setInterval(() => {
    if (isQuiet) publishPosition()
    isQuiet = true
  }, limits.positionMs)
  // Readers find here that the owner before has committed decisions without publishing them.
  publishPosition()
  return {
    flush,
    close() {
      flush()
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}

const withoutShard = <Event, Change>({ shard: _, ...decision }: Published<Event, Change>) => decision
const withoutData = ({ shard: _, data, text = JSON.stringify(data), ...notification }: Notification) => ({ ...notification, text })
