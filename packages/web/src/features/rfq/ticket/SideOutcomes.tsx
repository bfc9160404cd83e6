import type { Order } from '@parley/client'
import { Check, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Time } from '../../../components/Time.tsx'
import { preciseText } from '../../../components/time-text.ts'
import { classNames } from '../../../theme/class-names.ts'
import { usePulledBy } from '../use-pulled-by.ts'
import type { MakerSide } from './maker-form.ts'
import { makerSides, sideWord } from './quote-lines.ts'
import { sideOutcome, type SideOutcome } from './side-outcome.ts'
import styles from './SideOutcomes.module.css'
import { Unanswered } from '../../order-entry/Unanswered.tsx'
import type { MakerSending } from './use-maker-sending.ts'

type SideOutcomesProps = {
  readonly orders: readonly Order[]
  readonly presses: MakerSending['presses']
  readonly products: readonly string[]
  readonly decimals: number
  readonly onWithdraw: (side: MakerSide) => void
}

const icons: Readonly<Record<SideOutcome['tone'], LucideIcon>> = { SENT: Clock, DONE: Check, REFUSED: CircleX, GONE: Undo2 }
const tones: Readonly<Record<SideOutcome['tone'], string>> = { SENT: 'sent', DONE: 'done', REFUSED: 'refused', GONE: 'gone' }

/** One line for each side with its latest event: a cancellation overwrites the acceptance before it. */
export function SideOutcomes({ orders, presses, products, decimals, onWithdraw }: SideOutcomesProps) {
  const pulledBy = usePulledBy(products)
  const outcomes = makerSides.flatMap((side) => {
    const outcome = sideOutcome(side, { press: presses[side], orders, decimals, pulledBy })
    return outcome === undefined ? [] : [{ side, outcome }]
  })
  return (
    <div role="status" aria-label="Your quote" className={styles['outcomes']}>
      {outcomes.map(({ side, outcome }) => (
        <OutcomeLine key={side} outcome={outcome}>
          {outcome.onItsWay !== undefined && (
            <Unanswered of={outcome.onItsWay} label={`Withdraw the ${sideWord[side].toLowerCase()}`} onWithdraw={() => onWithdraw(side)} />
          )}
        </OutcomeLine>
      ))}
    </div>
  )
}

/** Only completed events have a tick. */
export function OutcomeLine({
  outcome: { tone, words, at, more },
  children,
}: {
  readonly outcome: SideOutcome
  readonly children?: ReactNode
}) {
  const Icon = icons[tone]
  return (
    <p className={classNames(styles['outcome'], styles[tones[tone]])}>
      <Icon size={12} aria-hidden="true" />
      <span>
        {words} <Time at={at} text={preciseText} />
        {more !== undefined && (tone === 'REFUSED' ? `: ${more}` : ` ${more}`)}
        {children}
      </span>
    </p>
  )
}
