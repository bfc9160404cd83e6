import { StatusDot } from '../../components/StatusDot.tsx'
import { Tooltip } from '../../components/Tooltip.tsx'
import { useFlag } from '../../live/feature-flags.ts'
import { useOutage } from '../../live/outage.ts'
import { usePlatform } from '../../live/platform.ts'
import { useFeed, useNow } from '../../live/use-live.ts'
import styles from './PlatformState.module.css'
import { platformInHeader } from './protection-text.ts'

/** Shown in the header if its flag is on: whether the platform is open. The tooltip describes what works and the next change. */
export function PlatformState() {
  const platform = usePlatform((state) => state.platform)
  const isInReach = useOutage(({ since }) => since === undefined)
  const isConnected = useFeed('ORDER_BOOK').state === 'OPEN' && isInReach
  const now = useNow(1_000)
  const isShown = useFlag('feature_platform_state')
  if (platform === undefined || !isShown) return null
  const { tone, word, more } = platformInHeader(platform, now)
  return (
    <Tooltip text={isConnected ? more : `Not connected. Last known state: ${more}`} side="bottom">
      <button type="button" className={styles['state']}>
        <StatusDot tone={isConnected ? tone : 'unknown'}>
          <span className={styles['name']}>Platform</span> <span className={styles['word']}>{word}</span>
        </StatusDot>
      </button>
    </Tooltip>
  )
}
