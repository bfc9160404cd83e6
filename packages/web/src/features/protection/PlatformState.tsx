import { Tooltip } from '../../components/Tooltip.tsx'
import { useGroupConnection } from '../../live/group-connection.ts'
import { usePlatform } from '../../live/platform.ts'
import { useNow } from '../../live/use-live.ts'
import { classNames } from '../../theme/class-names.ts'
import styles from './PlatformState.module.css'
import { platformInHeader } from './words.ts'

/** In the header at all times: whether the platform is open; what works and what comes next stand behind it. */
export function PlatformState() {
  const platform = usePlatform((state) => state.platform)
  const isHeard = useGroupConnection(({ state }) => state === 'OPEN')
  const now = useNow(1_000)
  if (platform === undefined) return null
  const { tone, word, more } = platformInHeader(platform, now)
  return (
    <Tooltip text={isHeard ? more : `Not connected now. When last heard: ${more}`} side="bottom">
      <button type="button" className={classNames(styles['state'], isHeard && styles[tone])}>
        <i className={styles['lamp']} aria-hidden="true" />
        <span className={styles['name']}>Platform</span> <span className={styles['word']}>{word}</span>
      </button>
    </Tooltip>
  )
}
