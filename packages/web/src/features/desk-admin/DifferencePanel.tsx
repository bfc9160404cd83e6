import type { DifferenceDetailView } from '@parley/contracts'
import { canDifference, displayDifference, displayDifferenceKind, hasRight, priceText } from '@parley/core'
import { Copy } from 'lucide-react'
import { Fragment, useState } from 'react'
import { StatusBadge, VenueBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useUser } from '../../live/session.ts'
import { classNames } from '../../theme/class-names.ts'
import { groupedText, signedText } from '../../components/figure-text.ts'
import { CloseDifference, type CloseHow } from './CloseDifference.tsx'
import { copyText } from './copy-text.ts'
import { onlyAdministrators } from './Page.tsx'
import styles from './Reconciliation.module.css'
import { apartText, dayOf, dollarsOf, feeDigits, sideText, supportText, utcClock, utcText, whatText } from './reconciliation-text.ts'
import { useDifference } from './use-reconciliation.ts'
import { venueName } from './venue-account-text.ts'

type Leg = DifferenceDetailView['legs'][number]

/** Compares the desk's record with the venue's leg by leg, and offers the possible actions. */
export function DifferencePanel({ id, place, onChange }: { readonly id: string; readonly place: string; readonly onChange: () => void }) {
  const [difference, again] = useDifference(id)
  const [closing, setClosing] = useState<CloseHow>()
  if (difference.state === 'LOADING') return <Skeleton lines={8} label="Loading the difference" />
  if (difference.state === 'FAILED') return <CouldNotLoad what="the difference" words={difference.words} retry={difference.retry} />
  const { data } = difference
  return (
    <section
      className={classNames(styles['panel'], styles['detail'])}
      aria-label={`${displayDifferenceKind(data.kind)}, ${data.venue_trade_id}`}
    >
      <header className={styles['detailHead']}>
        <VenueBadge venue={data.venue} />
        <h2>{displayDifferenceKind(data.kind)}</h2>
        <span className={styles['subject']}>{whatText(data)}</span>
        <StatusBadge tone={data.state === 'OPEN' ? 'warn' : 'faint'}>{displayDifference(data)}</StatusBadge>
        <span className={styles['none']}>{place}</span>
      </header>
      <Sides data={data} />
      <Story data={data} />
      <Buttons data={data} onClose={setClosing} />
      {closing !== undefined && (
        <CloseDifference
          difference={data}
          how={closing}
          onDone={() => {
            again()
            onChange()
          }}
          onClose={() => setClosing(undefined)}
        />
      )}
    </section>
  )
}

function Sides({ data }: { readonly data: DifferenceDetailView }) {
  return (
    <table className={classNames(styles['table'], styles['sides'])} aria-label="Both sides">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Of</span>
          </th>
          <th scope="col">Parley</th>
          <th scope="col">{venueName(data.venue)}</th>
          <th scope="col" className={styles['number']}>
            Theirs minus ours
          </th>
        </tr>
      </thead>
      <tbody>
        <Line
          of="Block"
          ours={data.trade_id}
          theirs={data.venue_trade_id}
          less={data.trade_id === null || data.kind === 'MISSING_THERE' ? '' : 'same'}
        />
        <Times data={data} />
        {data.legs.map((leg, place) => (
          <LegLines key={place} leg={leg} name={leg.instrument_name} />
        ))}
        {data.fees.map((fees) => (
          <FeeLines key={fees.currency} fees={fees} index={data.index_price} isMarked={data.kind === 'FEE' || data.also.includes('FEE')} />
        ))}
      </tbody>
    </table>
  )
}

type LineProps = {
  readonly of: string
  readonly ours: string | null
  readonly theirs: string | null
  readonly less: string
  readonly isMarked?: boolean
}

const Line = ({ of, ours, theirs, less, isMarked = false }: LineProps) => (
  <tr className={isMarked ? styles['marked'] : undefined}>
    <th scope="row">{of}</th>
    <td title={ours ?? undefined}>{ours ?? '—'}</td>
    <td title={theirs ?? undefined}>{theirs ?? '—'}</td>
    <td className={classNames(styles['number'], isMarked ? styles['warn'] : styles['none'])}>{less}</td>
  </tr>
)

function Times({ data: { day, settled_at, executed_at, kind, also } }: { readonly data: DifferenceDetailView }) {
  const text = (at: number | null) => (at === null ? null : dayOf(at) === day ? utcClock(at) : utcText(at))
  return (
    <Line
      of="Time, UTC"
      ours={text(settled_at)}
      theirs={text(executed_at)}
      less={settled_at !== null && executed_at !== null ? apartText(settled_at, executed_at) : ''}
      isMarked={kind === 'TIME' || also.includes('TIME')}
    />
  )
}

/** The terms of a leg, and its fee below them. */
function LegLines({ leg: { ours, theirs, differs_in }, name }: { readonly leg: Leg; readonly name: string }) {
  const isBoth = ours !== null && theirs !== null
  const terms = differs_in.filter((part) => part !== 'FEE')
  const currency = (theirs ?? ours)!.fee_currency
  const digits = feeDigits(currency)
  const fee = (side: Leg['ours']) => (side?.fee == null ? null : priceText(side.fee, digits))
  const less = ours?.fee != null && theirs?.fee != null ? Number(theirs.fee) - Number(ours.fee) : undefined
  return (
    <Fragment>
      <Line
        of={name}
        ours={ours === null ? null : sideText(ours)}
        theirs={theirs === null ? null : sideText(theirs)}
        less={terms.length > 0 && isBoth ? terms.map((part) => displayDifferenceKind(part).toLowerCase()).join(', ') : isBoth ? 'same' : ''}
        isMarked={terms.length > 0}
      />
      <Line
        of={`fee, ${currency}`}
        ours={fee(ours)}
        theirs={fee(theirs)}
        less={less === undefined ? '' : less === 0 ? 'same' : signedText(less, digits)}
        isMarked={differs_in.includes('FEE')}
      />
    </Fragment>
  )
}

type FeesProps = { readonly fees: DifferenceDetailView['fees'][number]; readonly index: string | null; readonly isMarked: boolean }

/** The totals in the coin, and in dollars at the index price of the trade. */
function FeeLines({ fees: { currency, ours, theirs, theirs_less_ours: less }, index, isMarked }: FeesProps) {
  const digits = feeDigits(currency)
  const text = (amount: string | null) => (amount === null ? null : priceText(amount, digits))
  const [mine, yours] = [dollarsOf(ours, currency, index), dollarsOf(theirs, currency, index)]
  const lessText = less === null ? '' : Number(less) === 0 ? 'same' : signedText(Number(less), digits)
  return (
    <Fragment>
      <Line of={`Fees, ${currency}`} ours={text(ours)} theirs={text(theirs)} less={lessText} isMarked={isMarked} />
      {!currency.startsWith('USD') && index !== null && (
        <Line
          of={`Fees, $ at ${priceText(index, 2)}`}
          ours={mine === undefined ? null : `$${groupedText(mine, 2)}`}
          theirs={yours === undefined ? null : `$${groupedText(yours, 2)}`}
          less={mine === undefined || yours === undefined ? '' : signedText(yours - mine, 2)}
          isMarked={isMarked}
        />
      )}
    </Fragment>
  )
}

function Story({ data }: { readonly data: DifferenceDetailView }) {
  return (
    <div className={styles['story']}>
      {data.fee_schedule !== null && <p>Our fee: {data.fee_schedule}, for each leg.</p>}
      <p className={styles['none']}>
        Found {utcText(data.found_at).slice(0, -4)} UTC
        {data.state === 'OPEN' ? ' · open' : ''}
        {data.state === 'GONE' && data.closed_at !== null
          ? ` · resolved by a later comparison, ${utcText(data.closed_at).slice(0, -4)} UTC`
          : ''}
      </p>
      {data.reason !== null && data.closed_at !== null && (
        <p>
          {displayDifference(data)} by {data.closed_by}, {utcText(data.closed_at).slice(0, -4)} UTC: {data.reason}
        </p>
      )}
    </div>
  )
}

function Buttons({ data, onClose }: { readonly data: DifferenceDetailView; readonly onClose: (how: CloseHow) => void }) {
  const user = useUser()
  const isOpen = canDifference('Explain', data)
  const disabledReason = hasRight(user.role, 'Administer') ? undefined : onlyAdministrators
  const isFeeAlone = data.kind === 'FEE' && data.also.length === 0
  return (
    <footer className={styles['buttons']}>
      {isOpen && isFeeAlone && (
        <Button kind="primary" disabledReason={disabledReason} onClick={() => onClose('ACCEPT')}>
          Accept venue fee
        </Button>
      )}
      <Button icon={<Copy size={14} />} onClick={() => void copyText(`Question for ${venueName(data.venue)}`, supportText(data))}>
        Ask {venueName(data.venue)}
      </Button>
      {isOpen && (
        <Button disabledReason={disabledReason} onClick={() => onClose('EXPLAIN')}>
          Explain and close
        </Button>
      )}
    </footer>
  )
}
