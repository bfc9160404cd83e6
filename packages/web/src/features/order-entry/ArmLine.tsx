import { useEffect, useState } from 'react'
import { Kbd } from '../../components/Kbd.tsx'
import { useHasKeys, useIsMotionReduced } from '../../components/use-media.ts'
import styles from './ArmLine.module.css'
import { type Arm, ARMED_MS } from './use-arm.ts'

/** Explains the second click. With reduced motion the remaining seconds are shown as text. */
export function ArmLine({ arm }: { readonly arm: Arm }) {
  const hasKeys = useHasKeys()
  return (
    <span className={styles['armed']}>
      <b>Armed</b>
      {useIsMotionReduced() && <SecondsLeft since={arm.asked} />}
      {hasKeys && arm.asked !== undefined && (
        <>
          {' · '}
          <Kbd of={arm.asked.offered.side === 'BUY' ? 'buy' : 'sell'} />
        </>
      )}
      <span> · this price or better </span>
      {hasKeys && <Kbd of="back" />}
    </span>
  )
}

const SECOND_MS = 1_000

function SecondsLeft({ since }: { readonly since: object | undefined }) {
  const [left, setLeft] = useState(ARMED_MS / SECOND_MS)
  useEffect(() => {
    setLeft(ARMED_MS / SECOND_MS)
    const ticking = setInterval(() => setLeft((before) => Math.max(1, before - 1)), SECOND_MS)
    return () => clearInterval(ticking)
  }, [since])
  return <span>{` ${left} s`}</span>
}
