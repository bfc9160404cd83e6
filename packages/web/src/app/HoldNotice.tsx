import { Ring } from '../components/HoldButton.tsx'
import { useHolding } from '../components/holding.ts'
import { Kbd } from '../components/Kbd.tsx'
import styles from './HoldNotice.module.css'

const words = { pullMine: 'Keep holding to cancel all your orders and quotes', stopMe: 'Keep holding to stop your trading' } as const

/** A held key has no button under the pointer, so its progress ring is shown here. */
export function HoldNotice() {
  const hold = useHolding((state) => state.hold)
  if (hold?.by !== 'KEY' || (hold.what !== 'pullMine' && hold.what !== 'stopMe')) return null
  return (
    <p className={styles['notice']} role="status">
      <Ring isFilling /> {words[hold.what]} <Kbd of={hold.what} />
    </p>
  )
}
