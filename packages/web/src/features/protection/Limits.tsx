import { Plus } from 'lucide-react'
import type { ProtectionStateView } from '@parley/contracts'
import { useState } from 'react'
import { viewOnlyReason } from '../../live/view-only.ts'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Button } from '../../components/Button.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { type ProtectionStatus, readProtection, useProtection } from '../../live/protection.ts'
import { useUser } from '../../live/session.ts'
import { DeadManHint } from './DeadManHint.tsx'
import { LimitCard } from './LimitCard.tsx'
import { LimitForm } from './LimitForm.tsx'
import styles from './Protection.module.css'
import { useResetting } from './resetting.ts'

/** Identifies a limit by its name. Market maker protection has one limit per product. */
const keyOf = ({ limit, is_removed }: ProtectionStateView): string => `${limit.id} ${limit.product} ${limit.label ?? ''} ${is_removed}`
const isMmp = ({ limit }: ProtectionStateView): boolean => limit.id === 'MMP'
const isQuiet = (one: ProtectionStateView): boolean =>
  one.state === 'READY' && Object.values(one.use).every(({ used }) => Number(used) === 0)

export function Limits() {
  const status = useProtection((state) => state.status)
  const failed = useProtection((state) => state.failed)
  if (status !== undefined) return <Shown status={status} />
  if (failed === undefined) return <Skeleton lines={4} label="Loading protections" />
  return <CouldNotLoad what="protections" words={failed} retry={() => void readProtection()} />
}

function Shown({ status }: { readonly status: ProtectionStatus }) {
  const [edited, setEdited] = useState<ProtectionStateView | 'NEW'>()
  const reason = viewOnlyReason(useUser())
  const resetting = useResetting()
  const mmp = status.limits.filter(isMmp)
  const own = status.limits.filter((one) => !isMmp(one))
  const frozen = status.limits.filter(({ state }) => state === 'FROZEN')
  const products = [...new Set(mmp.map(({ limit }) => limit.product))]
  if (edited !== undefined)
    return <LimitForm limit={edited === 'NEW' ? undefined : edited.limit} products={products} onClose={() => setEdited(undefined)} />
  return (
    <div className={styles['section']}>
      <header className={styles['sectionHead']}>
        <h3>Market maker protection</h3>
        {frozen.length > 1 && (
          <Button size="small" isBusy={resetting.isBusy} disabledReason={reason} onClick={() => void resetting.reset({})}>
            Reset all {frozen.length}
          </Button>
        )}
      </header>
      <p className={styles['about']}>
        If two of your resting quotes in a product fill within 1 s, all your desk’s quotes in that product are cancelled and new ones are
        rejected for 10 s or until you reset it.
      </p>
      <Cards list={mmp.filter((one) => !isQuiet(one))} />
      <p className={styles['quietLine']}>{quietText(mmp)}</p>
      <header className={styles['sectionHead']}>
        <h3>Your desk’s limits</h3>
        <Button size="small" icon={<Plus size={14} />} disabledReason={reason} onClick={() => setEdited('NEW')}>
          Set a limit
        </Button>
      </header>
      {own.length === 0 ? (
        <p className={styles['about']}>
          No limits set. A limit caps executions, quantity, notional, delta or vega over a time window, for a product or for its quotes with
          a given label. A fill that would exceed it is reduced or rejected.
        </p>
      ) : (
        <Cards list={own} onEdit={setEdited} />
      )}
      <DeadManHint at={status.cancel_all_at} />
    </div>
  )
}

const Cards = (props: { readonly list: readonly ProtectionStateView[]; readonly onEdit?: (one: ProtectionStateView) => void }) =>
  props.list.length === 0 ? null : (
    <ul className={styles['cards']}>
      {props.list.map((one) => (
        <li key={keyOf(one)}>
          <LimitCard state={one} onEdit={props.onEdit === undefined ? undefined : () => props.onEdit!(one)} />
        </li>
      ))}
    </ul>
  )

function quietText(mmp: readonly ProtectionStateView[]): string {
  const quiet = mmp.filter(isQuiet).length
  if (quiet === mmp.length) return `Armed in all ${mmp.length} products. No fills in the last second.`
  return quiet === 0 ? '' : `Armed, with no fills in the last second, in ${quiet === 1 ? 'one other product' : `${quiet} other products`}.`
}
