import { HoldButton } from '../../components/HoldButton.tsx'
import { pullMine, stopMe } from './own-stop.ts'
import styles from './Protection.module.css'
import { useCancelReason, useStop } from '../../live/trade-reasons.ts'

/** Lets users cancel all their own orders, or stop their own trading, each by holding a button. */
export const OwnStop = () => (
  <div className={styles['ownStop']}>
    <PullMine />
    <StopMe />
  </div>
)

export function StopMe() {
  const reason = useCancelReason()
  const stop = useStop()
  return (
    <HoldButton
      of="stopMe"
      kind="danger"
      size="small"
      disabledReason={reason ?? (stop === undefined ? undefined : 'You are already stopped.')}
      onHeld={() => void stopMe()}
    >
      Hold: stop me
    </HoldButton>
  )
}

export const PullMine = () => (
  <HoldButton of="pullMine" size="small" disabledReason={useCancelReason()} onHeld={() => void pullMine()}>
    <span>
      Hold: cancel<span data-spare> all mine</span>
    </span>
  </HoldButton>
)
