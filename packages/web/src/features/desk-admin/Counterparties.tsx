import { type ApprovalView, deskCalls } from '@parley/contracts'
import { hasRight } from '@parley/core'
import { SearchX, Search } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge, type Tone } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import type { Column } from '../../components/table-column.ts'
import { Empty } from '../../components/Empty.tsx'
import { Input } from '../../components/Input.tsx'
import { client } from '../../live/api.ts'
import { useUser } from '../../live/session.ts'
import { buttonColumn, momentColumn, RowButton, RowButtons, textColumn } from './cells.tsx'
import { useChange } from './change.ts'
import { ConfirmChange, type Confirmation } from './ConfirmChange.tsx'
import { reload, useList, useOrderBooks } from './desk-lists.ts'
import { OrderBookChoice, type OrderBooks } from './OrderBookChoice.tsx'
import { onlyAdministrators, Page } from './Page.tsx'
import { Records } from './Records.tsx'
import { goTo, useShown } from './section-router.ts'
import { type Offer, offersFor, type ApprovalState, approvalStates, approvalStateWith } from './approval-state.ts'
import styles from './Counterparties.module.css'

const tones: Readonly<Record<ApprovalState, Tone>> = {
  'Not connected': 'faint',
  'Waiting for them': 'plain',
  'Waiting for you': 'warn',
  Connected: 'open',
}

const rowId = (one: ApprovalView): string => one.desk

export function Counterparties() {
  const user = useUser()
  const mine = user.trading_desk?.ticker ?? ''
  const list = useList('counterparties')
  const orderBooks = useOrderBooks()
  const [words, setWords] = useState('')
  const [change, setChange] = useState<Confirmation>()
  const asked = useShown()
  const shown = approvalStates.find((standing) => standing === asked)
  const all = list.state === 'LOADED' ? list.data : []
  const matching = all.filter((one) => isFound(one, words) && (shown === undefined || approvalStateWith(one, mine) === shown))
  return (
    <Page
      title="Counterparties"
      about="Two desks can negotiate once both have approved each other. Either can withdraw at any time."
      filters={
        <>
          <Chip isOn={shown === undefined} count={all.length} onClick={() => goTo('counterparties')}>
            All
          </Chip>
          {approvalStates.map((standing) => (
            <Chip
              key={standing}
              isOn={shown === standing}
              count={all.filter((one) => approvalStateWith(one, mine) === standing).length}
              onClick={() => goTo('counterparties', standing)}
            >
              {standing}
            </Chip>
          ))}
          <Input
            className={styles['search']}
            size="small"
            type="search"
            aria-label="Search counterparties"
            placeholder="Search desks and firms"
            before={<Search size={13} aria-hidden="true" />}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </>
      }
    >
      <OrderBookChoice ask={setChange} />
      <Records
        name="desk-counterparties"
        label="counterparties"
        columns={columnsOf({
          mine,
          orderBooks,
          disabledReason: hasRight(user.role, 'Administer') ? undefined : onlyAdministrators,
          ask: setChange,
        })}
        rows={list.state === 'LOADED' ? { ...list, data: matching } : list}
        rowId={rowId}
        empty={<Nothing hasAny={all.length > 0} onClear={() => (setWords(''), goTo('counterparties'))} />}
      />
      {change !== undefined && <ConfirmChange change={change} onClose={() => setChange(undefined)} />}
    </Page>
  )
}

const isFound = ({ desk, desk_name, firm_name }: ApprovalView, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${desk} ${desk_name} ${firm_name}`.toLowerCase().includes(word))

const Nothing = ({ hasAny, onClear }: { readonly hasAny: boolean; readonly onClear: () => void }) =>
  hasAny ? (
    <Empty
      icon={SearchX}
      title="No desk matches"
      text="Other desks are hidden by the search or the filter."
      action={<Button onClick={onClear}>Show all desks</Button>}
    />
  ) : (
    <Empty
      icon={SearchX}
      title="No other desks yet"
      text="Desks that join the platform appear here. You can then ask them for approval."
      action={<Button onClick={() => void reload('counterparties')}>Check again</Button>}
    />
  )

type Shown = {
  readonly mine: string
  readonly orderBooks: OrderBooks | undefined
  readonly disabledReason: string | undefined
  readonly ask: (change: Confirmation) => void
}

/** Whether orders of the two desks trade with each other in order books, as far as the desk itself can decide. */
const inOrderBooks = ({ is_never_matched: isBlocked, state }: ApprovalView, orderBooks: OrderBooks | undefined): string =>
  isBlocked === true ? 'Blocked' : orderBooks === 'APPROVED_DESKS' && state !== 'APPROVED' ? 'Not approved' : 'Allowed'

const columnsOf = ({ mine, orderBooks, disabledReason, ask }: Shown): readonly Column<ApprovalView>[] => [
  {
    id: 'desk',
    heading: 'Desk',
    width: 190,
    grows: 1,
    cell: (one) => (
      <span className={styles['desk']}>
        {one.desk_name} <span className={styles['ticker']}>{one.desk}</span>
      </span>
    ),
    text: (one) => `${one.desk_name} ${one.desk}`,
  },
  textColumn('firm', 'Firm', 220, (one) => one.firm_name, { dropsAt: 2, grows: 1 }),
  {
    id: 'standing',
    heading: 'Status',
    width: 140,
    cell: (one) => {
      const standing = approvalStateWith(one, mine)
      return <StatusBadge tone={tones[standing]}>{standing}</StatusBadge>
    },
    text: (one) => approvalStateWith(one, mine),
  },
  {
    id: 'order-book',
    heading: 'In the order book',
    width: 130,
    dropsAt: 1,
    cell: (one) => {
      const text = inOrderBooks(one, orderBooks)
      return text === 'Allowed' ? text : <StatusBadge tone="warn">{text}</StatusBadge>
    },
    text: (one) => inOrderBooks(one, orderBooks),
  },
  momentColumn('since', 'Since', (one) => one.changed_at, { dropsAt: 3, none: '—' }),
  buttonColumn(300, (one) => <StandingButtons one={one} mine={mine} disabledReason={disabledReason} ask={ask} />),
]

const calls = { Ask: deskCalls.askCounterparty, Approve: deskCalls.approveCounterparty, Withdraw: deskCalls.withdrawCounterparty } as const

async function give(kind: Offer['kind'], desk: string): Promise<void> {
  await client.call(calls[kind], { params: { desk } })
  await reload('counterparties')
}

function StandingButtons(props: {
  readonly one: ApprovalView
  readonly mine: string
  readonly disabledReason: string | undefined
  readonly ask: (change: Confirmation) => void
}) {
  const { one, mine, ask } = props
  const change = useChange()
  return (
    <RowButtons>
      {offersFor(one, mine, Date.now()).map(({ kind, label, disabledReason }) => (
        <RowButton
          key={kind}
          label={label}
          of={one.desk_name}
          kind={kind === 'Approve' ? 'primary' : 'default'}
          isBusy={change.isBusy}
          disabledReason={props.disabledReason ?? disabledReason}
          onPress={() =>
            kind === 'Withdraw' ? ask(withdrawal(one, mine)) : void change.run(`${kind} ${one.desk_name}`, () => give(kind, one.desk))
          }
        />
      ))}
      <RowButton
        label={one.is_never_matched === true ? 'Unblock' : 'Block'}
        of={one.desk_name}
        isBusy={change.isBusy}
        disabledReason={props.disabledReason}
        onPress={() => ask(one.is_never_matched === true ? matchingAgain(one) : neverMatching(one))}
      />
    </RowButtons>
  )
}

function withdrawal(one: ApprovalView, mine: string): Confirmation {
  const isOurs = one.state === 'ASKED' && one.asked_by === mine
  const words = {
    title:
      one.state === 'APPROVED' ? `Withdraw the approval of ${one.desk_name}?` : isOurs ? 'Withdraw your request?' : 'Decline the request?',
    consequence:
      one.state === 'APPROVED'
        ? `Neither desk can send the other an RFQ any more. Agreed trades still settle. To negotiate again, one desk has to ask and the other has to approve.`
        : isOurs
          ? `${one.desk_name} can no longer approve it. You can ask again at any time.`
          : `${one.desk_name} stays unconnected and can ask again.`,
    label: isOurs || one.state === 'APPROVED' ? 'Withdraw' : 'Decline',
  }
  return { ...words, kind: 'danger', run: () => give('Withdraw', one.desk), done: `${one.desk_name}: not connected` }
}

const neverMatching = (one: ApprovalView): Confirmation => ({
  title: `Block ${one.desk_name} in the order book?`,
  consequence: `If your order would trade with one of theirs, the rest of your order is cancelled. It can still trade with others before that. ${one.desk_name} is not notified. Direct RFQs still depend on the approval.`,
  label: 'Block',
  kind: 'danger',
  run: () => setMatching(deskCalls.neverMatch, one),
  done: `${one.desk_name} blocked`,
})

const matchingAgain = (one: ApprovalView): Confirmation => ({
  title: `Unblock ${one.desk_name} in the order book?`,
  consequence: 'Your orders can trade with theirs again. Names stay hidden until the trade.',
  label: 'Unblock',
  kind: 'primary',
  run: () => setMatching(deskCalls.matchAgain, one),
  done: `${one.desk_name} unblocked`,
})

async function setMatching(call: typeof deskCalls.neverMatch | typeof deskCalls.matchAgain, { desk }: ApprovalView): Promise<void> {
  await client.call(call, { params: { desk } })
  await reload('counterparties')
}
