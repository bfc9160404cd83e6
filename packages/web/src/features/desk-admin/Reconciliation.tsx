import { type DifferenceView, reconciliationCalls } from '@parley/contracts'
import { hasRight } from '@parley/core'
import { ChevronLeft, ChevronRight, Download, RefreshCw, Scale } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Input } from '../../components/Input.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { downloadText, toCsv } from '../../components/table-export.ts'
import { toast } from '../../components/toasts.ts'
import { client } from '../../live/api.ts'
import { useUser } from '../../live/session.ts'
import { useChange } from './change.ts'
import { ComparedAccounts } from './ComparedAccounts.tsx'
import { reload, useList } from './desk-lists.ts'
import { DifferenceList } from './DifferenceList.tsx'
import { DifferencePanel } from './DifferencePanel.tsx'
import { secondText } from './moment-text.ts'
import { onlyAdministrators, Page } from './Page.tsx'
import styles from './Reconciliation.module.css'
import { countsOf, dayAfter, dayBefore, dayOf, differenceColumns, fits, type Outcome, outcomes } from './reconciliation-text.ts'
import { goTo, useShown } from './section-router.ts'
import { useClock } from './use-clock.ts'
import { type ComparedDay, useComparedDay } from './use-reconciliation.ts'

/** Compares each account with its venue's own record, day by day. */
export function Reconciliation() {
  useEffect(() => void reload('reconciliation'), [])
  const days = useList('reconciliation')
  const today = dayOf(useClock())
  const newest = days.state === 'LOADED' ? days.data[0]?.day : undefined
  const day = useShown() ?? newest ?? dayBefore(today)
  const [compared, again] = useComparedDay(day)
  const readAgain = () => {
    again()
    void reload('reconciliation')
  }
  const data = compared.state === 'LOADED' ? compared.data : undefined
  return (
    <Page
      title="Reconciliation"
      about="Compares settled trades with each venue’s own records, block by block and leg by leg. A difference stays open until a member closes it with a reason."
      actions={<Actions day={day} data={data} onAsked={readAgain} />}
      filters={<DayPicker day={day} today={today} />}
    >
      {compared.state === 'LOADING' && <Skeleton lines={8} label="Loading the reconciliation" />}
      {compared.state === 'FAILED' && <CouldNotLoad what="the reconciliation" words={compared.words} retry={compared.retry} />}
      {data !== undefined && <Day key={day} day={day} data={data} onChange={readAgain} />}
    </Page>
  )
}

function DayPicker({ day, today }: { readonly day: string; readonly today: string }) {
  const go = (to: string) => {
    if (to !== '' && to <= today) goTo('reconciliation', to)
  }
  return (
    <div className={styles['day']}>
      <IconButton label="Previous day" onClick={() => go(dayBefore(day))}>
        <ChevronLeft size={16} />
      </IconButton>
      <Input size="small" type="date" aria-label="Day, in UTC" max={today} value={day} onChange={(event) => go(event.target.value)} />
      <IconButton label="Next day" disabled={day >= today} onClick={() => go(dayAfter(day))}>
        <ChevronRight size={16} />
      </IconButton>
      <span className={styles['zone']}>UTC{day === today ? ', until now' : ''}</span>
    </div>
  )
}

type ActionsProps = { readonly day: string; readonly data: ComparedDay | undefined; readonly onAsked: () => void }

function Compare({ day, data, label, onAsked }: ActionsProps & { readonly label: string }) {
  const user = useUser()
  const { isBusy, run } = useChange()
  const isWaiting = data?.accounts.some(({ state, failure }) => state === 'WAITING' && failure === null) === true
  const compare = () =>
    run('The comparison', async () => {
      await client.call(reconciliationCalls.compareDay, { params: { day } })
      onAsked()
    })
  return (
    <Button
      icon={<RefreshCw size={14} />}
      isBusy={isBusy || isWaiting}
      disabledReason={hasRight(user.role, 'Administer') ? undefined : onlyAdministrators}
      onClick={() => void compare()}
    >
      {label}
    </Button>
  )
}

function Actions({ day, data, onAsked }: ActionsProps) {
  const name = `reconciliation-${day}.csv`
  const rows = data?.differences ?? []
  return (
    <>
      <span className={styles['when']}>{whenText(data)}</span>
      <Compare day={day} data={data} label="Compare again" onAsked={onAsked} />
      <Button
        icon={<Download size={14} />}
        disabledReason={rows.length === 0 ? 'No differences on this day.' : undefined}
        onClick={() => {
          downloadText(name, toCsv(differenceColumns, rows), 'text/csv')
          toast({
            key: 'export',
            tone: 'done',
            title: `${rows.length === 1 ? '1 difference' : `${rows.length} differences`} exported`,
            text: name,
          })
        }}
      >
        Export
      </Button>
    </>
  )
}

function whenText(data: ComparedDay | undefined): string {
  if (data === undefined || data.accounts.length === 0) return ''
  const times = data.accounts.map(({ compared_at }) => compared_at)
  if (times.some((at) => at === null)) return 'not all reconciled yet'
  return `reconciled ${secondText(Math.min(...times.filter((at) => at !== null)))}`
}

type DayProps = { readonly day: string; readonly data: ComparedDay; readonly onChange: () => void }

function Day({ day, data, onChange }: DayProps) {
  const [outcome, setOutcome] = useState<Outcome>('All')
  const [account, setAccount] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const counts = countsOf(data.accounts)
  const shown = data.differences.filter((one) => fits(one, outcome) && (account === undefined || one.account_id === account))
  const opened = shown.find(({ id }) => id === chosen) ?? shown[0]
  if (data.accounts.length === 0)
    return (
      <Empty
        icon={Scale}
        title="Not reconciled yet"
        text="Each day is reconciled at 00:20 UTC after it ends, for the accounts connected at that time. Comparing now queries the venues immediately."
        action={<Compare day={day} data={data} label="Compare now" onAsked={onChange} />}
      />
    )
  return (
    <div className={styles['columns']}>
      <div className={styles['left']}>
        <div className={styles['chips']} role="group" aria-label="Blocks">
          {outcomes.map((each) => (
            <Chip key={each} isOn={each === outcome} count={counts[each]} onClick={() => setOutcome(each)}>
              {each}
            </Chip>
          ))}
        </div>
        <ComparedAccounts accounts={data.accounts} chosen={account} onChoose={(id) => setAccount(id === account ? undefined : id)} />
        <DifferenceList differences={shown} chosen={opened?.id} onChoose={setChosen} empty={emptyText(outcome, account !== undefined)} />
      </div>
      {opened !== undefined && <DifferencePanel key={opened.id} id={opened.id} place={placeText(shown, opened)} onChange={onChange} />}
    </div>
  )
}

const placeText = (shown: readonly DifferenceView[], opened: DifferenceView): string => `${shown.indexOf(opened) + 1} of ${shown.length}`

function emptyText(outcome: Outcome, isOneAccount: boolean): string {
  if (outcome === 'Matched') return 'Matching blocks are counted above but not listed.'
  if (outcome !== 'All' || isOneAccount) return 'No differences of this type.'
  return 'No differences. All blocks match.'
}
