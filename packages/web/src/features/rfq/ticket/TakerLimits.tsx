import type { Level } from '@parley/client'
import { priceDecimals, priceText, quantityText, type Structure } from '@parley/core'
import { ageText } from '../../../components/time-text.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useLive } from '../../../live/store.ts'
import { useNow, useOldPrices } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import { ink } from '../../../theme/ink.ts'
import { signedText } from '../../../components/figure-text.ts'
import { ASKS_APPROVAL } from '../../order-entry/approval.ts'
import { SettledButton } from '../../order-entry/SettledButton.tsx'
import { useNotionalReasons } from '../use-notional-reasons.ts'
import { type Hit, hitCost, hitOf, hitLabel, limitText, takerLimits } from './taker-limits.ts'
import styles from './TakerLimits.module.css'
import type { Offered } from '../../order-entry/trade-press.ts'
import { useArm } from '../../order-entry/use-arm.ts'
import type { Maker } from './use-maker-form.ts'
import type { QuotedSide, useQuoting } from './use-quoting.ts'

type TakerLimitsProps = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly maker: Maker
  readonly quoting: ReturnType<typeof useQuoting>
  /** Why nothing can be sent at all. */
  readonly closed: string | undefined
}

/** At the top of a maker's ticket: the taker shows a limit (rulebook 8.4), and one order of the maker trades with it. */
export function TakerLimits(props: TakerLimitsProps) {
  const { rfq } = props
  const limits = takerLimits(
    rfq,
    useLive((live) => live.levelsByRfq.get(rfq.id)),
  )
  if (limits.length === 0) return null
  return (
    <section className={styles['limits']} aria-label="The taker’s limit">
      {limits.map((limit) => (
        <Limit key={limit.id} {...props} limit={limit} />
      ))}
    </section>
  )
}

function Limit({ limit, rfq, maker, ...props }: TakerLimitsProps & { readonly limit: Level }) {
  const now = useNow(1_000)
  const decimals = priceDecimals(rfq)
  const versus = maker.mark === undefined ? '' : `${signedText(Number(limit.price) - maker.mark, decimals)} vs mark · `
  return (
    <div className={classNames(styles['limit'], limit.side === 'BUY' ? styles['bid'] : styles['ask'])}>
      <p>
        <b className={ink.market}>{limitText(limit, decimals)}</b>
        <small>{`${versus}${ageText(now - limit.updatedAt)}`}</small>
      </p>
      <HitButton {...props} rfq={rfq} maker={maker} limit={limit} />
    </div>
  )
}

/** The first click asks and the second trades, as for a taker. A limit that got worse in between, and stale prices, are confirmed again. */
function HitButton({ limit, rfq, structure, maker, quoting, closed }: TakerLimitsProps & { readonly limit: Level }) {
  const { open, account, sending, check } = quoting
  const decimals = priceDecimals(rfq)
  const side = limit.side === 'BUY' ? 'SELL' : 'BUY'
  const hit = hitOf(limit, { wanted: maker.quantity[side], open, structure, markOf: maker.markOf })
  const noAccount = account.of(side) === undefined ? 'No account for it. Choose one below.' : undefined
  const [above] = useNotionalReasons(rfq, structure, [hit.state === 'CAN' ? hit.draft.quantity : undefined])
  const asks = hit.state === 'CAN' && quoting.needsApproval({ ...hit.draft, price: hit.price, rests: hit.quantity })
  const reason = closed ?? noAccount ?? reasonOf(hit, check) ?? above
  const stale = useOldPrices(rfq)
  const arm = useArm()
  const offered: Offered | undefined =
    hit.state === 'CAN'
      ? { side, quantity: quantityText(hit.quantity), limit: hit.price, average: undefined, entered: limit.id, stale }
      : undefined
  const state = offered === undefined || reason !== undefined ? 'IDLE' : arm.stateOf(offered)
  const worse = offered === undefined || reason !== undefined ? undefined : arm.wordsOf(offered)
  const press = () => {
    if (offered === undefined || hit.state !== 'CAN') return
    const draft: QuotedSide = { ...hit.draft, price: hit.price, rests: hit.quantity }
    arm.press(offered, 'TWO', () => void quoting.send([draft]))
  }
  return (
    <SettledButton
      meaning={`${asks ? 'Ask ' : ''}${side} ${limit.id}`}
      kind={side === 'BUY' ? 'buy' : 'sell'}
      size="trade"
      isBusy={sending.isBusy}
      disabledReason={reason}
      data-ticket-side={side.toLowerCase()}
      data-pressed-by-key
      keyOf={side === 'BUY' ? 'buy' : 'sell'}
      title="Sends an order at that price. If that price is gone on arrival, your order rests in the book."
      onClick={press}
    >
      <b>
        {hit.state === 'CAN'
          ? `${state === 'ARMED' ? 'Again' : 'Hit'}: ${hitLabel(hit, decimals)}`
          : `Hit: ${side === 'BUY' ? 'buy' : 'sell'} @ ${priceText(hit.price, decimals)}`}
      </b>
      {worse === undefined ? (
        <small>{hit.state === 'CAN' ? `${asks ? ASKS_APPROVAL : hitCost(hit, rfq)}${insteadOf(hit, decimals)}` : hit.reason}</small>
      ) : (
        <small className={styles['worse']}>{worse}</small>
      )}
    </SettledButton>
  )
}

const insteadOf = ({ replaces, side }: Hit & { state: 'CAN' }, decimals: number): string =>
  replaces === undefined ? '' : ` · in place of your ${side === 'BUY' ? 'bid' : 'ask'} ${priceText(replaces.price, decimals)}`

function reasonOf(hit: Hit, check: TakerLimitsProps['quoting']['check']): string | undefined {
  return hit.state === 'CANNOT' ? hit.reason : check([hit.draft])[0]?.refused?.message
}
