import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { flowLook } from '../../live/audiences.ts'
import { PullMine } from '../protection/OwnStop.tsx'
import type { FlowChoice } from './flow-choice.ts'
import { FlowFilter } from './FlowFilter.tsx'
import type { AnyOrder } from '@parley/client'
import { countSides } from './own-quotes.ts'
import { pullPlan } from './pull-plan.ts'
import { useToolbar } from './toolbar.ts'
import type { Pulling } from './use-pulling.ts'

type PullToolsProps = {
  readonly shown: readonly AnyOrder[]
  readonly selected: readonly AnyOrder[]
  readonly choice: FlowChoice
  readonly choose: (choice: FlowChoice) => void
  readonly currency: string
  readonly pulling: Pulling
  readonly reason: string | undefined
}

/** Above the open orders: cancel the selected orders, one side, or all that are shown. */
export function PullTools({ shown, selected, choice, choose, currency, pulling, reason }: PullToolsProps) {
  const [isAsked, setIsAsked] = useState(false)
  const { isTight } = useToolbar()
  const { bids, asks } = countSides(shown)
  const pull = (name: string, side?: 'BUY' | 'SELL') =>
    void pulling.many(name, pullPlan({ choice, currency, shown, ...(side === undefined ? {} : { side }) }))
  const none = (count: number, what: string) => reason ?? (count === 0 ? `You have no open ${what}.` : undefined)
  const ways: readonly PullWay[] = [
    { name: 'bids', label: `Cancel bids ${bids}`, kind: 'default', reason: none(bids, 'bid'), run: () => pull('bids', 'BUY') },
    { name: 'asks', label: `Cancel asks ${asks}`, kind: 'default', reason: none(asks, 'ask'), run: () => pull('asks', 'SELL') },
    { name: 'all', label: 'Cancel desk quotes', kind: 'danger', reason: none(shown.length, 'order'), run: () => setIsAsked(true) },
  ]
  return (
    <>
      <FlowFilter choice={choice} onChoice={choose} />
      {selected.length > 0 && (
        <Button
          size="small"
          kind="primary"
          keyOf="pullOrder"
          isBusy={pulling.isBusy('selected')}
          disabledReason={reason}
          onClick={() => void pulling.several('selected', selected)}
        >
          Cancel selected {selected.length}
        </Button>
      )}
      {isTight ? (
        <PullMenu isBusy={ways.some(({ name }) => pulling.isBusy(name))} disabledReason={none(shown.length, 'order')} ways={ways} />
      ) : (
        ways.map(({ name, label, kind, reason: why, run }) => (
          <Button key={name} size="small" kind={kind} isBusy={pulling.isBusy(name)} disabledReason={why} onClick={run}>
            {label}
          </Button>
        ))
      )}
      <PullMine />
      <ConfirmDialog
        open={isAsked}
        title={`Cancel ${shown.length === 1 ? 'the desk’s quote' : `all ${shown.length} desk quotes`}?`}
        onClose={() => setIsAsked(false)}
        cancel="Keep quoting"
        confirm={{
          label: 'Cancel desk quotes',
          kind: 'danger',
          onPress: () => {
            setIsAsked(false)
            pull('all')
          },
        }}
      >
        {`${scopeText(choice, currency)}: ${bids} ${bids === 1 ? 'bid' : 'bids'} and ${asks} ${asks === 1 ? 'ask' : 'asks'} of your desk, including those of colleagues and programs. New quotes are still accepted.`}
      </ConfirmDialog>
    </>
  )
}

type PullWay = {
  readonly name: string
  readonly label: string
  readonly kind: 'default' | 'danger'
  readonly reason: string | undefined
  readonly run: () => void
}

type PullMenuProps = { readonly ways: readonly PullWay[]; readonly isBusy: boolean; readonly disabledReason: string | undefined }

/** All ways to cancel for the whole desk in one menu, if there is no room for three buttons. */
const PullMenu = ({ ways, isBusy, disabledReason }: PullMenuProps) => (
  <Menu
    align="end"
    trigger={
      <Button size="small" isBusy={isBusy} disabledReason={disabledReason}>
        <span>
          Cancel<span className="visually-hidden"> quotes</span>
        </span>
        <ChevronDown size={13} aria-hidden="true" />
      </Button>
    }
  >
    {ways.map(({ name, label, reason, run }) => (
      <MenuItem key={name} disabled={reason !== undefined} onSelect={run}>
        {label}
      </MenuItem>
    ))}
  </Menu>
)

const scopeText = (choice: FlowChoice, currency: string): string =>
  `${choice === 'ALL' ? 'In all flows' : flowLook[choice].inAll}${currency === 'ALL' ? '' : `, ${currency} only`}`
