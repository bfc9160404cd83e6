import { Lamp } from '../../components/Lamp.tsx'
import { Tooltip } from '../../components/Tooltip.tsx'
import { useOutage } from '../../live/outage.ts'
import { usePlatform } from '../../live/platform.ts'
import { useLine, useNow } from '../../live/use-live.ts'
import styles from './PlatformState.module.css'
import { platformInHeader } from './words.ts'

/** In the header at all times: whether the platform is open; what works and what comes next stand behind it. */
export function PlatformState() {
  const platform = usePlatform((state) => state.platform)
  const isInReach = useOutage(({ since }) => since === undefined)
  const isConnected = useLine('ORDER_BOOK').state === 'OPEN' && isInReach
  const now = useNow(1_000)
  if (platform === undefined) return null
  const { tone, word, more } = platformInHeader(platform, now)
  return (
    <Tooltip text={isConnected ? more : `Not connected now. When last heard: ${more}`} side="bottom">
      <button type="button" className={styles['state']}>
        <Lamp tone={isConnected ? tone : 'unknown'}>
          <span className={styles['name']}>Platform</span> <span className={styles['word']}>{word}</span>
        </Lamp>
      </button>
    </Tooltip>
  )
}
