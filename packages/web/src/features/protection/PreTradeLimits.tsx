import { type DeskBoundsView, protectionCalls } from '@parley/contracts'
import { hasRight, type OwnOrders, readDecimal } from '@parley/core'
import { type ComponentProps, useEffect, useState } from 'react'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
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

/** The desk's pre-trade limits against typing errors. All members see them, and administrators set them. */
export function PreTradeLimits() {
  const limits = useOnce(protectionCalls.getDeskBounds, {})
  switch (limits.state) {
    case 'LOADING':
      return <Skeleton lines={3} label="Loading pre-trade limits" />
    case 'FAILED':
      return <CouldNotLoad what="the pre-trade limits" words={limits.words} retry={limits.retry} />
    case 'LOADED':
      return <Shown loaded={limits.data} />
  }
}

function Shown({ loaded }: { readonly loaded: DeskBoundsView }) {
  const [held, setHeld] = useState(loaded)
  const user = useUser()
  // The tickets on the page judge orders by what was just read, and not by what the page read before.
  useEffect(() => holdPreTradeLimits(loaded), [loaded])
  return (
    <div className={styles['section']}>
      <p className={styles['about']}>
        An order or quote above a limit is rejected before it reaches the market, and the message gives the limit. Changes take effect
        immediately and are recorded in the audit log. New desks start with $25m and 50 %. Even without limits, a price that loses more than
        50 % of the mark is rejected, unless your maximum distance from the mark is wider.
      </p>
      {hasRight(user.role, 'Administer') ? <PreTradeLimitsForm held={held} onHeld={setHeld} /> : <PreTradeLimitsText held={held} />}
      {held.own_most_notional !== undefined && (
        <p className={styles['about']}>
          Your own limit: {shown(held.own_most_notional, 'USD')} per order or RFQ. The smaller of your limit and the desk’s limit applies.
        </p>
      )}
      {held.requests_per_second !== null && (
        <p className={styles['quietLine']}>
          Your desk can send up to {held.requests_per_second} requests per second, across all its API keys and sessions.
        </p>
      )}
      <MarketIntegrity />
    </div>
  )
}

const shown = (text: string | null, unit: string): string =>
  text === null ? 'No limit' : `${Number(text).toLocaleString('en-US')} ${unit}`

const PreTradeLimitsText = ({ held }: { readonly held: DeskBoundsView }) => (
  <Facts
    of={[
      ['Max order notional', shown(held.most_notional, 'USD')],
      ['Approval by a colleague', held.approval_above === null ? 'Not required' : `Above ${shown(held.approval_above, 'USD')}`],
      ['Max distance from the mark', shown(held.most_deviation_percent, '% of the larger leg’s mark')],
      ['Delta-1 Spreads: self-trade prevention', ownOptions.find(({ value }) => value === held.own_orders)?.label],
    ]}
  />
)

const ownOptions: readonly Option<OwnOrders>[] = [
  { value: 'REFUSE', label: 'Reject the incoming order' },
  { value: 'CANCEL_RESTING', label: 'Cancel the resting order first' },
  { value: 'CANCEL_ARRIVING', label: 'Fill up to your own order, cancel the rest' },
]

type BoundTexts = { readonly most_notional: string; readonly most_deviation_percent: string }
type PreTradeLimitTexts = BoundTexts & { readonly approval_above: string; readonly own_orders: OwnOrders }
const NUMBER = /^\d{1,15}(\.\d{1,12})?$/
/** Invalid text is kept as typed and rejected below. */
const plain = (text: string): string => readDecimal(text) ?? text.trim()
export const orNone = (text: string): string | null => (plain(text) === '' ? null : plain(text))

export function checkPreTradeLimits(texts: BoundTexts): FieldErrors<BoundTexts> {
  return { most_notional: wrongLimit(texts.most_notional), most_deviation_percent: wrongLimit(texts.most_deviation_percent) }
}

const checkWithApproval = (texts: PreTradeLimitTexts): FieldErrors<PreTradeLimitTexts> => ({
  ...checkPreTradeLimits(texts),
  approval_above: wrongLimit(texts.approval_above),
})

export const wrongLimit = (text: string): string | undefined =>
  plain(text) === '' || (NUMBER.test(plain(text)) && Number(plain(text)) > 0)
    ? undefined
    : 'Enter a number above zero, or leave empty for no limit.'

type PreTradeLimitsFormProps = { readonly held: DeskBoundsView; readonly onHeld: (limits: DeskBoundsView) => void }
const toText = (held: DeskBoundsView): PreTradeLimitTexts => ({
  most_notional: held.most_notional ?? '',
  most_deviation_percent: held.most_deviation_percent ?? '',
  approval_above: held.approval_above ?? '',
  own_orders: held.own_orders,
})
const noPreTradeLimits: BoundTexts = { most_notional: '', most_deviation_percent: '' }

async function setPreTradeLimits(texts: BoundTexts & Partial<PreTradeLimitTexts>): Promise<DeskBoundsView> {
  const own = texts.own_orders === undefined ? {} : { own_orders: texts.own_orders }
  const approval = texts.approval_above === undefined ? {} : { approval_above: orNone(texts.approval_above) }
  const body = {
    ...own,
    ...approval,
    most_notional: orNone(texts.most_notional),
    most_deviation_percent: orNone(texts.most_deviation_percent),
  }
  return withStepUp(() => write(protectionCalls.setDeskBounds, { body }))
}

type FieldProps = Omit<ComponentProps<typeof Input>, 'label'>

const DistanceField = (field: FieldProps) => (
  <Input
    label="Max distance from the mark"
    inputMode="decimal"
    after="%"
    placeholder="No limit"
    {...field}
    hint="In % of the larger leg’s mark. Leave empty for no limit."
  />
)

/** The notional above which a second person has to approve an order (rulebook 11.14). */
const ApprovalField = (field: FieldProps) => (
  <Input
    label="Approval by a colleague above"
    inputMode="decimal"
    after="USD"
    placeholder="Not required"
    {...field}
    hint="An order above it waits up to a minute until another person of your desk approves it. API keys cannot send it."
  />
)

function PreTradeLimitsForm({ held, onHeld }: PreTradeLimitsFormProps) {
  const [isLifting, setIsLifting] = useState(false)
  const hold = (limits: DeskBoundsView, title: string, text: string) => {
    onHeld(limits)
    holdPreTradeLimits(limits)
    toast({ key: 'bounds', tone: 'done', title, text })
  }
  const form = useForm<PreTradeLimitTexts>({
    initial: toText(held),
    check: checkWithApproval,
    send: async (texts) => {
      try {
        const { approval_above, ...others } = texts
        // Left out if it stays as it is, so that the audit log shows it only when it changes.
        const changed = orNone(approval_above) === held.approval_above ? others : texts
        hold(await setPreTradeLimits(changed), 'Limits saved', 'They apply immediately.')
        return undefined
      } catch (error) {
        return isStepUpGivenUp(error) ? undefined : refusalOf(error)
      }
    },
  })
  const lift = async () => {
    setIsLifting(true)
    try {
      hold(await setPreTradeLimits(noPreTradeLimits), 'Limits removed', 'Your desk’s orders have no pre-trade limits.')
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
        label="Max order notional"
        inputMode="decimal"
        after="USD"
        placeholder="No limit"
        {...form.field('most_notional')}
        hint="In USD at the venue’s index price. Applies to RFQs as well. Leave empty for no limit."
      />
      <DistanceField {...form.field('most_deviation_percent')} />
      <ApprovalField {...form.field('approval_above')} />
      <Select
        label="Delta-1 Spreads: self-trade prevention"
        value={form.values.own_orders}
        options={ownOptions}
        onChange={(own) => form.change('own_orders', own)}
        hint="The default for orders that do not set their own."
      />
      <Refused words={form.refused} />
      <div className={styles['buttons']}>
        {isBounded && (
          <Button isBusy={isLifting} onClick={() => void lift()}>
            Remove both
          </Button>
        )}
        <Button type="submit" kind="primary" isBusy={form.isSending} disabledReason={form.disabledReason}>
          Save limits
        </Button>
      </div>
    </form>
  )
}
