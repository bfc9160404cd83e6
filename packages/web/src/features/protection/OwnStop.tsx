import { HoldButton } from '../../components/HoldButton.tsx'
import { pullMine, stopMe } from './own-stop.ts'
import styles from './Protection.module.css'
import { useCancelReason, useStop } from './use-protection.ts'

/** A person alone pulls all that is theirs, or stops themselves, each by holding. */
export function OwnStop() {
  const reason = useCancelReason()
  const stop = useStop()
  return (
    <div className={styles['ownStop']}>
      <PullMine />
      <HoldButton
        of="stopMe"
        kind="danger"
        size="small"
        disabledReason={reason ?? (stop === undefined ? undefined : 'You are stopped already.')}
        onHeld={() => void stopMe()}
      >
        Hold: stop me
      </HoldButton>
    </div>
  )
}

export const PullMine = () => (
  <HoldButton of="pullMine" size="small" disabledReason={useCancelReason()} onHeld={() => void pullMine()}>
    Hold: pull all mine
  </HoldButton>
)
