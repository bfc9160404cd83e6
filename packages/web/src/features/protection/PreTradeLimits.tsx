import { type DeskBoundsView, protectionCalls } from '@parley/contracts'
import { hasRight, type OwnOrders, readDecimal } from '@parley/core'
import { useState } from 'react'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Button } from '../../components/Button.tsx'
import { Input } from '../../components/Input.tsx'
import { Refused } from '../../components/Refused.tsx'
import { type Option, Select } from '../../components/Select.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { toast } from '../../components/toasts.ts'
import { type FieldErrors, useForm } from '../../components/use-form.ts'
import { write } from '../../live/api.ts'
import { holdPreTradeLimits } from '../../live/pre-trade-limits.ts'
import { useOnce } from '../../live/loadable.ts'
import { useUser } from '../../live/session.ts'
import { isStepUpGivenUp, withStepUp } from '../../live/step-up.ts'
import { MarketIntegrity } from './MarketIntegrity.tsx'
import styles from './Protection.module.css'
import { refusalOf } from './refusal-of.ts'

/** The desk's pre-trade limits against slips of the finger: read by everybody, set by administrators. */
export function PreTradeLimits() {
  const limits = useOnce(protectionCalls.getDeskBounds, {})
  switch (limits.state) {
    case 'LOADING':
      return <Skeleton lines={3} label="Loading bounds" />
    case 'FAILED':
      return <CouldNotLoad what="the bounds" words={limits.words} retry={limits.retry} />
    case 'LOADED':
      return <Shown loaded={limits.data} />
  }
}

function Shown({ loaded }: { readonly loaded: DeskBoundsView }) {
  const [held, setHeld] = useState(loaded)
  const user = useUser()
  return (
    <div className={styles['section']}>
      <p className={styles['about']}>
        An order or quote beyond a bound is refused with the bound in the message, before it reaches the market. A change counts at once and
        stands in the audit log. A new desk begins with $25m and 50 %. With or without bounds, a price that loses more than 50 % of the mark
        is refused, unless your distance from the mark is wider.
      </p>
      {hasRight(user.role, 'Administer') ? <PreTradeLimitsForm held={held} onHeld={setHeld} /> : <PreTradeLimitsText held={held} />}
      {held.own_most_notional !== undefined && (
        <p className={styles['about']}>
          Your own limit: {shown(held.own_most_notional, 'USD')} for one order or request. The smaller of yours and the desk’s holds.
        </p>
      )}
      {held.requests_per_second !== null && (
        <p className={styles['quietLine']}>
          Requests of your desk, over all its keys and sign-ins: up to {held.requests_per_second} a second.
        </p>
      )}
      <MarketIntegrity />
    </div>
  )
}

const shown = (text: string | null, unit: string): string =>
  text === null ? 'No bound' : `${Number(text).toLocaleString('en-US')} ${unit}`

const PreTradeLimitsText = ({ held }: { readonly held: DeskBoundsView }) => (
  <dl className={styles['facts']}>
    <dt>Most notional of one order</dt>
    <dd>{shown(held.most_notional, 'USD')}</dd>
    <dt>Most distance from the mark</dt>
    <dd>{shown(held.most_deviation_percent, '% of the mark of the larger leg')}</dd>
    <dt>Delta-1 Spreads: an order that would meet one of your desk</dt>
    <dd>{ownOptions.find(({ value }) => value === held.own_orders)?.label}</dd>
  </dl>
)

const ownOptions: readonly Option<OwnOrders>[] = [
  { value: 'REFUSE', label: 'The arriving order is refused' },
  { value: 'CANCEL_RESTING', label: 'The resting one is cancelled first' },
  { value: 'CANCEL_ARRIVING', label: 'The arriving one ends before it, cancelled for the rest' },
]

type BoundTexts = { readonly most_notional: string; readonly most_deviation_percent: string }
type PreTradeLimitTexts = BoundTexts & { readonly own_orders: OwnOrders }
const NUMBER = /^\d{1,15}(\.\d{1,12})?$/
/** Text that is no number stays as it is, and is refused below. */
const plain = (text: string): string => readDecimal(text) ?? text.trim()
export const orNone = (text: string): string | null => (plain(text) === '' ? null : plain(text))

export function checkPreTradeLimits(texts: BoundTexts): FieldErrors<BoundTexts> {
  return { most_notional: wrongLimit(texts.most_notional), most_deviation_percent: wrongLimit(texts.most_deviation_percent) }
}

export const wrongLimit = (text: string): string | undefined =>
  plain(text) === '' || (NUMBER.test(plain(text)) && Number(plain(text)) > 0)
    ? undefined
    : 'A number above zero is accepted, or nothing for no bound.'

type PreTradeLimitsFormProps = { readonly held: DeskBoundsView; readonly onHeld: (limits: DeskBoundsView) => void }
const toText = (held: DeskBoundsView): PreTradeLimitTexts => ({
  most_notional: held.most_notional ?? '',
  most_deviation_percent: held.most_deviation_percent ?? '',
  own_orders: held.own_orders,
})
const noPreTradeLimits: BoundTexts = { most_notional: '', most_deviation_percent: '' }

async function setPreTradeLimits(texts: BoundTexts & { readonly own_orders?: OwnOrders }): Promise<DeskBoundsView> {
  const own = texts.own_orders === undefined ? {} : { own_orders: texts.own_orders }
  const body = { ...own, most_notional: orNone(texts.most_notional), most_deviation_percent: orNone(texts.most_deviation_percent) }
  return withStepUp(() => write(protectionCalls.setDeskBounds, { body }))
}

function PreTradeLimitsForm({ held, onHeld }: PreTradeLimitsFormProps) {
  const [isLifting, setIsLifting] = useState(false)
  const hold = (limits: DeskBoundsView, title: string, text: string) => {
    onHeld(limits)
    holdPreTradeLimits(limits)
    toast({ key: 'bounds', tone: 'done', title, text })
  }
  const form = useForm<PreTradeLimitTexts>({
    initial: toText(held),
    check: checkPreTradeLimits,
    send: async (texts) => {
      try {
        hold(await setPreTradeLimits(texts), 'Bounds set', 'They count from now on.')
        return undefined
      } catch (error) {
        return isStepUpGivenUp(error) ? undefined : refusalOf(error)
      }
    },
  })
  const lift = async () => {
    setIsLifting(true)
    try {
      hold(await setPreTradeLimits(noPreTradeLimits), 'Bounds lifted', 'Orders of your desk have no bound of its own now.')
      form.change('most_notional', '')
      form.change('most_deviation_percent', '')
    } catch (error) {
      if (!isStepUpGivenUp(error)) form.refuse(refusalOf(error))
    }
    setIsLifting(false)
  }
  const isBounded = held.most_notional !== null || held.most_deviation_percent !== null
  return (
    <form className={styles['boundsForm']} onSubmit={form.onSubmit} noValidate>
      <Input
        label="Most notional of one order"
        inputMode="decimal"
        after="USD"
        placeholder="No bound"
        {...form.field('most_notional')}
        hint="By the venue’s index; of a request too. Empty is no bound."
      />
      <Input
        label="Most distance of a price from the mark"
        inputMode="decimal"
        after="%"
        placeholder="No bound"
        {...form.field('most_deviation_percent')}
        hint="Per cent of the mark of the larger leg. Empty is no bound."
      />
      <Select
        label="Delta-1 Spreads: an order that would meet one of your desk"
        value={form.values.own_orders}
        options={ownOptions}
        onChange={(own) => form.change('own_orders', own)}
        hint="No desk trades with itself. It counts where an order does not say itself."
      />
      <Refused words={form.refused} />
      <div className={styles['buttons']}>
        {isBounded && (
          <Button isBusy={isLifting} onClick={() => void lift()}>
            Lift both
          </Button>
        )}
        <Button type="submit" kind="primary" isBusy={form.isSending} disabledReason={form.disabledReason}>
          Set bounds
        </Button>
      </div>
    </form>
  )
}
