/** Several notification sources as one. Each has its own groups, with its own numbers. */
import type { NotificationSource } from './engine.ts'

export function joinSources(...sources: readonly NotificationSource[]): NotificationSource {
  return {
    onNotifications(listener) {
      const stops = sources.map((source) => source.onNotifications(listener))
      return () => stops.forEach((stop) => stop())
    },
    notificationsAfter(group, ...wanted) {
      const source = sources.find((one) => one.positions().has(group))
      return source === undefined ? Promise.resolve(undefined) : source.notificationsAfter(group, ...wanted)
    },
    positions: () => new Map(sources.flatMap((source) => [...source.positions()])),
    startedAfter: () => new Map(sources.flatMap((source) => [...source.startedAfter()])),
  }
}
