import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { audienceLook } from '../../live/audiences.ts'
import { PullMine } from '../protection/OwnStop.tsx'
import type { FlowChoice } from './flow-choice.ts'
import { FlowFilter } from './FlowFilter.tsx'
import type { Order } from '@parley/client'
import { countSides } from './own-quotes.ts'
import { pullPlan } from './pull-plan.ts'
import type { Pulling } from './use-pulling.ts'

type PullToolsProps = {
  readonly shown: readonly Order[]
  readonly selected: readonly Order[]
  readonly choice: FlowChoice
  readonly choose: (choice: FlowChoice) => void
  readonly currency: string
  readonly pulling: Pulling
  readonly reason: string | undefined
}

/** Above all my quotes: what is selected, a side, or all of what is shown. */
export function PullTools({ shown, selected, choice, choose, currency, pulling, reason }: PullToolsProps) {
  const [isAsked, setIsAsked] = useState(false)
  const { bids, asks } = countSides(shown)
  const pull = (name: string, side?: 'BUY' | 'SELL') =>
    void pulling.many(name, pullPlan({ choice, currency, ...(side === undefined ? {} : { side }) }))
  const none = (count: number, what: string) => reason ?? (count === 0 ? `There is no open ${what}.` : undefined)
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
          Pull selected {selected.length}
        </Button>
      )}
      <Button size="small" isBusy={pulling.isBusy('bids')} disabledReason={none(bids, 'bid')} onClick={() => pull('bids', 'BUY')}>
        Pull bids {bids}
      </Button>
      <Button size="small" isBusy={pulling.isBusy('asks')} disabledReason={none(asks, 'ask')} onClick={() => pull('asks', 'SELL')}>
        Pull asks {asks}
      </Button>
      <Button
        size="small"
        kind="danger"
        isBusy={pulling.isBusy('all')}
        disabledReason={none(shown.length, 'order')}
        onClick={() => setIsAsked(true)}
      >
        Pull the desk’s
      </Button>
      <PullMine />
      <ConfirmDialog
        open={isAsked}
        title={`Pull ${shown.length === 1 ? 'the desk’s quote' : `all ${shown.length} quotes of the desk`}?`}
        onClose={() => setIsAsked(false)}
        cancel="Keep quoting"
        confirm={{
          label: 'Pull the desk’s',
          kind: 'danger',
          onPress: () => {
            setIsAsked(false)
            pull('all')
          },
        }}
      >
        {`${scopeWords(choice, currency)}: ${bids} ${bids === 1 ? 'bid' : 'bids'} and ${asks} ${asks === 1 ? 'ask' : 'asks'} of your desk, also those of others at the desk and of its programs. New quotes are taken as before.`}
      </ConfirmDialog>
    </>
  )
}

const scopeWords = (choice: FlowChoice, currency: string): string =>
  `${choice === 'ALL' ? 'In both flows' : audienceLook[choice].inAll}${currency === 'ALL' ? '' : `, ${currency} only`}`
