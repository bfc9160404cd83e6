/** Events in PostHog's protocol: the names of pages and calls, never their content. Loaded if the operator has configured a service. */
import { createSaver } from './delayed-save.ts'
import { limits } from './limits.ts'
import type { Post } from './error-reports.ts'

type Properties = Readonly<Record<string, string | number>>
type Event = { readonly event: string; readonly distinct_id: string; readonly timestamp: string; readonly properties: Properties }

export type Analytics = {
  /** Events from now on belong to this user. Undefined after sign-out. */
  readonly identify: (person: string | undefined) => void
  readonly track: (event: string, properties: Properties) => void
  /** Sends pending events, because the page is being closed. */
  readonly now: () => void
}

export type AnalyticsSetting = { readonly url: string; readonly key: string; readonly release: string; readonly post: Post }

export function createAnalytics({ url, key, release, post }: AnalyticsSetting): Analytics {
  let someone = crypto.randomUUID() as string
  let isKnown = false
  let waiting: readonly Event[] = []
  const saver = createSaver((events: readonly Event[]) => {
    waiting = waiting.slice(events.length)
    post(`${url}/batch/`, JSON.stringify({ api_key: key, batch: events }))
    return Promise.resolve()
  }, limits.analyticsAfterMs)
  const track: Analytics['track'] = (event, properties) => {
    waiting = [...waiting, { event, distinct_id: someone, timestamp: new Date().toISOString(), properties: { ...properties, release } }]
    saver.later(waiting)
  }
  return {
    track,
    now: saver.now,
    identify(person) {
      if (person === someone || (person === undefined && !isKnown)) return
      const before = someone
      someone = person ?? crypto.randomUUID()
      isKnown = person !== undefined
      if (isKnown) track('$identify', { $anon_distinct_id: before })
    },
  }
}
