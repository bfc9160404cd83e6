import { StatusDot, type StatusTone } from '../components/StatusDot.tsx'
import { Tooltip } from '../components/Tooltip.tsx'
import { limits } from '../live/limits.ts'
import { useOutage } from '../live/outage.ts'
import { useConnection, useStaleMarkets } from '../live/use-live.ts'
import styles from './ConnectionState.module.css'
import { ageText } from '../components/time-text.ts'
import { useIsCompact } from '../components/use-media.ts'

/**
 * Shows one state: live with the round trip, slow when the round trip is as long as the age limit of prices, silent or stale with the age, or offline
 * with its duration. The state is always written out, never shown by colour alone.
 */
export function ConnectionState() {
  const { state, latencyMs, silentMs, refused } = useConnection()
  const outage = useOutage()
  const isCompact = useIsCompact()
  const stale = Math.max(0, ...useStaleMarkets().map(({ ageMs }) => ageMs))
  const missing = Object.keys(refused)
  const [tone, words]: readonly [StatusTone, string] =
    outage.since !== undefined
      ? ['broken', `Offline ${outage.seconds} s`]
      : state === 'OPEN'
        ? silentMs !== undefined
          ? ['warn', `${isCompact ? '' : 'Silent · '}${ageText(silentMs)}`]
          : stale > 0
            ? ['warn', `Marks stale · ${ageText(stale)}`]
            : missing.length > 0
              ? ['warn', 'Partly live']
              : latencyMs !== undefined && latencyMs >= limits.ageingMs
                ? ['warn', `${isCompact ? '' : 'Slow · '}${ageText(latencyMs)}`]
                : ['live', latencyMs === undefined ? 'Live' : `${isCompact ? '' : 'Live · '}${Math.round(latencyMs)} ms`]
        : state === 'CLOSED'
          ? ['broken', 'Not connected']
          : ['warn', state === 'CONNECTING' ? 'Connecting' : 'Reconnecting']
  const more =
    missing.length > 0
      ? `Couldn't subscribe to the provider channels: ${missing.map((channel) => `${channel} (${refused[channel]})`).join(', ')}`
      : 'Round trip of the last heartbeat'
  return (
    <Tooltip text={more} side="bottom">
      <span className={styles['state']} role="status" tabIndex={0}>
        <StatusDot tone={tone}>{words}</StatusDot>
      </span>
    </Tooltip>
  )
}
