import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Empty } from '../components/Empty.tsx'
import { limits } from '../live/limits.ts'
import { useConnection } from '../live/use-live.ts'
import styles from './Overlays.module.css'
import { useIsOnline } from '../components/use-media.ts'

/** Whether the break has lasted long enough to stand in front of the screen. */
export function useIsDown(): boolean {
  const { state, brokenAt } = useConnection()
  const isOnline = useIsOnline()
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    setIsLong(false)
    if (state === 'OPEN' || brokenAt === undefined) return
    const timer = setTimeout(() => setIsLong(true), Math.max(0, brokenAt + limits.overlayAfterMs - Date.now()))
    return () => clearTimeout(timer)
  }, [state === 'OPEN', brokenAt])
  return !isOnline || isLong
}

/** The screen may be old, so it stands behind glass until the line is back. */
export function DisconnectedOverlay() {
  const { attempts } = useConnection()
  const isOnline = useIsOnline()
  return (
    <div className={styles['overlay']} role="alertdialog" aria-label="Disconnected">
      <div className={styles['card']}>
        <Empty
          icon={WifiOff}
          tone="warn"
          title="Disconnected from the provider servers, trying to reconnect"
          text={
            isOnline
              ? `Please check your network. What you see may be out of date${attempts > 1 ? ` · attempt ${attempts}` : ''}.`
              : 'This device is offline. Please check your network; the app reconnects by itself.'
          }
          action={
            <Button kind="primary" autoFocus onClick={() => location.reload()}>
              Try now
            </Button>
          }
        />
      </div>
    </div>
  )
}
