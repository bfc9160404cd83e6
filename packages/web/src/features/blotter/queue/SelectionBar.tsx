/** At the foot of the queue: how the selected RFQs are priced, what will be sent, and the result of the last send. */
import { PRICE_GUARD_STEPS } from '@parley/core'
import { CircleAlert, ShieldCheck } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { runKey } from '../../../components/key-table.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { Select } from '../../../components/Select.tsx'
import { Time } from '../../../components/Time.tsx'
import { SettledButton } from '../../order-entry/SettledButton.tsx'
import { Unanswered } from '../../order-entry/Unanswered.tsx'
import { barLabel, type Chosen, guardSentence, type QueueKnobs, type QueueSize } from './queue-prices.ts'
import styles from './Queue.module.css'
import type { QueueOutcome } from './use-queue-sending.ts'

type SelectionBarProps = {
  readonly chosen: readonly Chosen[]
  readonly knobs: QueueKnobs
  readonly onKnobs: (knobs: QueueKnobs) => void
  /** Why nothing can be sent. */
  readonly reason: string | undefined
  readonly outcomes: readonly QueueOutcome[]
  readonly onSend: () => void
  readonly onClear: () => void
  readonly onWithdraw: (one: QueueOutcome) => void
}

const sizes: readonly { readonly value: QueueSize; readonly label: string }[] = [
  { value: 'FULL', label: 'full' },
  { value: 'HALF', label: 'half' },
  { value: 'MINIMUM', label: 'minimum' },
]

/** A price beyond this percentage has to be sent from its ticket. */
const GUARD_PERCENT = PRICE_GUARD_STEPS.at(-1)!.beyondPercent

export function SelectionBar(props: SelectionBarProps) {
  const { chosen, outcomes } = props
  if (chosen.length === 0 && outcomes.length === 0) return null
  const onKey = (event: KeyboardEvent) => {
    if (runKey(event, { quoteSelected: props.onSend, back: props.onClear })) event.stopPropagation()
  }
  return (
    <section className={styles['bar']} aria-label="Selected RFQs" onKeyDown={onKey}>
      {chosen.length > 0 && <Pricing {...props} />}
      {outcomes.length > 0 && <Outcomes {...props} />}
    </section>
  )
}

function Pricing({ chosen, knobs, onKnobs, reason, onSend, onClear }: SelectionBarProps) {
  const sent = chosen.filter(({ quote }) => quote.state === 'CAN').length
  const isWhole = sent === chosen.length
  return (
    <div className={styles['line']}>
      <span className={styles['count']}>{chosen.length} selected</span>
      <NumberField
        className={styles['knob']}
        aria-label="Width, vol each side"
        size="small"
        value={knobs.width}
        step="0.1"
        hint="± vol"
        onChange={(width) => onKnobs({ ...knobs, width })}
      />
      <NumberField
        className={styles['knob']}
        aria-label="Skew, vol"
        size="small"
        value={knobs.skew}
        step="0.1"
        hint="skew"
        onChange={(skew) => onKnobs({ ...knobs, skew })}
      />
      <NumberField
        className={styles['knob']}
        aria-label="Minimum width, ticks"
        size="small"
        value={knobs.least}
        step="1"
        hint="min ticks"
        onChange={(least) => onKnobs({ ...knobs, least })}
      />
      <div className={styles['size']}>
        <Select
          aria-label="Size of each quote"
          size="small"
          value={knobs.size}
          options={sizes}
          onChange={(size) => onKnobs({ ...knobs, size })}
        />
      </div>
      <span className={styles['said']} role="status">
        {isWhole ? <ShieldCheck size={13} aria-hidden="true" /> : <CircleAlert size={13} aria-hidden="true" />}{' '}
        {reason ?? guardSentence(chosen, GUARD_PERCENT)}
      </span>
      <Button size="small" keyOf="back" onClick={onClear}>
        Clear <Kbd of="back" />
      </Button>
      <SettledButton
        meaning={barLabel(chosen)}
        kind="primary"
        disabledReason={reason ?? (sent === 0 ? 'None of the selected RFQs can be quoted.' : undefined)}
        keyOf="quoteSelected"
        onClick={onSend}
      >
        {barLabel(chosen)} <Kbd of="quoteSelected" />
      </SettledButton>
    </div>
  )
}

const signs = { SENT: '…', DONE: '✓', REFUSED: '✕' } as const

/** Refusals are first, because they need attention. */
function Outcomes({ outcomes, chosen, onClear, onWithdraw }: SelectionBarProps) {
  const sorted = outcomes.toSorted((a, b) => Number(b.tone === 'REFUSED') - Number(a.tone === 'REFUSED'))
  return (
    <div className={styles['happened']}>
      <ul className={styles['outcomes']} aria-label="Outcomes" tabIndex={0}>
        {sorted.map((one) => (
          <li key={one.id}>
            <span className={styles[one.tone.toLowerCase()]}>{signs[one.tone]}</span> <b>{one.name}</b> {one.words}
            <Time at={one.at} />
            {one.onItsWay !== undefined && (
              <Unanswered of={one.onItsWay} label={`Withdraw the quote for ${one.name}`} onWithdraw={() => onWithdraw(one)} />
            )}
          </li>
        ))}
      </ul>
      {chosen.length === 0 && (
        <Button size="small" onClick={onClear}>
          Dismiss
        </Button>
      )}
    </div>
  )
}
