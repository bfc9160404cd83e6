import { protectionCalls, type ProtectionStateView } from '@parley/contracts'
import { useState } from 'react'
import { viewOnlyReason } from '../../live/view-only.ts'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Refused } from '../../components/Refused.tsx'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { readProtection } from '../../live/protection.ts'
import { useUser } from '../../live/session.ts'
import { useNow } from '../../live/use-live.ts'
import { productName } from '../../live/product-name.ts'
import { Gauges } from './Gauges.tsx'
import styles from './Protection.module.css'
import { reachText, unreachedIn, useResetting } from './resetting.ts'
import { frozenTimeText, measureOf, spanText, untilText } from './protection-text.ts'

/** One limit: its current use, its settings, and the reset. */
export function LimitCard({ state, onEdit }: { readonly state: ProtectionStateView; readonly onEdit: (() => void) | undefined }) {
  const { limit } = state
  const reason = viewOnlyReason(useUser())
  const resetting = useResetting()
  const [isRemoving, setIsRemoving] = useState(false)
  const isFrozen = state.state === 'FROZEN'
  const title = onEdit === undefined ? productName(limit.product) : limit.id
  const reset = () => void resetting.reset({ product: limit.product, limit: limit.id })
  return (
    <section className={styles['card']} aria-label={`${limit.id}, ${productName(limit.product)}`}>
      <header className={styles['cardHead']}>
        <h4>{title}</h4>
        <span className={styles['cardAbout']}>
          {onEdit === undefined ? limit.id : `${productName(limit.product)}${limit.label === null ? '' : ` · label ${limit.label}`}`}
        </span>
        {isFrozen ? <FrozenBadge state={state} /> : <StatusBadge tone="open">Armed</StatusBadge>}
      </header>
      <Gauges state={state} />
      <footer className={styles['cardFoot']}>
        <span className={styles['cardAbout']}>
          {state.is_removed
            ? 'Removed or changed while it was triggered.'
            : `Window ${spanText(limit.window_ms)} · when triggered: cancel, freeze ${frozenTimeText(limit.frozen_ms)}`}
        </span>
        {isFrozen && (
          <Button size="small" kind="primary" isBusy={resetting.isBusy} disabledReason={reason} onClick={reset}>
            Reset
          </Button>
        )}
        {onEdit !== undefined && !state.is_removed && (
          <>
            <Button size="small" disabledReason={reason} onClick={onEdit}>
              Edit
            </Button>
            <Button size="small" disabledReason={reason} onClick={() => setIsRemoving(true)}>
              Remove
            </Button>
          </>
        )}
      </footer>
      {isRemoving && <RemoveLimit id={limit.id} onClose={() => setIsRemoving(false)} />}
    </section>
  )
}

function FrozenBadge({ state }: { readonly state: ProtectionStateView }) {
  const now = useNow(500)
  const by = state.fired_by === null ? '' : ` by ${measureOf(state.fired_by).toLowerCase()}`
  return (
    <StatusBadge tone="warn">
      Frozen{by} · <span className={styles['countdown']}>{untilText(state.frozen_until, now)}</span>
    </StatusBadge>
  )
}

function RemoveLimit({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const remove = async () => {
    setIsBusy(true)
    try {
      const answer: object | undefined = await write(protectionCalls.removeLimit, { params: { id } })
      await readProtection()
      const unreached = unreachedIn(answer)
      if (unreached !== undefined)
        toast({ key: 'limit', tone: 'warn', title: 'Partly removed', text: reachText({ fences: [], unreached }) })
      onClose()
    } catch (error) {
      setRefused(errorMessage(error))
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      title={`Remove ${id}?`}
      onClose={onClose}
      cancel="Keep limit"
      confirm={{ label: 'Remove', kind: 'danger', isBusy, onPress: () => void remove() }}
    >
      <div className={styles['words']}>
        <p>This limit stops applying immediately. Quotes that it has frozen stay frozen until the time has passed or you reset it.</p>
        <Refused words={refused} />
      </div>
    </ConfirmDialog>
  )
}
