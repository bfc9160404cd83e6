import { Copy } from 'lucide-react'
import { bookTrade, type Booking as BookingOf, type BookingTerms, type Trade } from '@parley/client'
import { BOOKING_REFERENCE_CHARACTERS, BOOKING_TEXT_CHARACTERS } from '@parley/core'
import { type FormEvent, useState } from 'react'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button, IconButton } from '../../components/Button.tsx'
import { Input } from '../../components/Input.tsx'
import { tooLongText } from '../../components/text-limit.ts'
import { Time } from '../../components/Time.tsx'
import { minuteText, preciseText } from '../../components/time-text.ts'
import { toast } from '../../components/toasts.ts'
import { useAttempt } from '../../components/use-attempt.ts'
import { send } from '../../live/api.ts'
import { cancelFailed } from '../../live/cancel-failed.ts'
import { orderBookBase } from '../../live/order-book-base.ts'
import { useNow, useTrades } from '../../live/use-live.ts'
import { useCancelReason } from '../../live/trade-reasons.ts'
import styles from './Booking.module.css'
import {
  bookingSentence,
  bookingStatus,
  bookingTones,
  type Term,
  termsOf,
  timeLeftText,
  venueNameOf,
  wordText,
} from './booking-messages.ts'

/** A trade that both desks book at the venue: its terms, what each desk has confirmed, and the two possible answers. */
export function Booking({ trade: given }: { readonly trade: Trade }) {
  const live = useTrades().get(given.id)
  const [answered, setAnswered] = useState<Trade>()
  const trade = live ?? answered ?? given
  const { booking } = trade
  const now = useNow(1_000)
  if (booking === undefined) return null
  const status = bookingStatus(booking)
  const isOpen = booking.state === 'WAITING' || booking.state === 'DISPUTED'
  return (
    <section className={styles['booking']} aria-label="Booking">
      <p className={styles['head']}>
        <StatusBadge tone={bookingTones[status]}>{status}</StatusBadge>
        {booking.state === 'WAITING' && (
          <span className={styles['left']} title={`Until ${minuteText(booking.dueAt)}`}>
            {timeLeftText(booking.dueAt - now)}
          </span>
        )}
      </p>
      <p>{bookingSentence(booking, trade.venue)}</p>
      {isOpen && <Terms terms={termsOf(trade, booking)} />}
      <Words booking={booking} />
      {isOpen && <Say trade={trade} booking={booking} onAnswer={setAnswered} />}
    </section>
  )
}

const Terms = ({ terms }: { readonly terms: readonly Term[] }) => (
  <dl className={styles['terms']}>
    {terms.map(({ name, text }) => (
      <div key={name} className={styles['term']}>
        <dt>{name}</dt>
        <dd>
          {text}
          <IconButton label={`Copy ${text}`} onClick={() => copy(text)}>
            <Copy size={13} />
          </IconButton>
        </dd>
      </div>
    ))}
  </dl>
)

/** Figures are copied without commas, because the venue's form accepts only digits. */
const copy = (text: string): void =>
  void navigator.clipboard
    .writeText(/^[\d,.]+$/.test(text) ? text.replaceAll(',', '') : text)
    .then(() => toast({ key: 'copied', tone: 'done', title: 'Copied', text }))

const Words = ({ booking: { mine, theirs, deskName } }: { readonly booking: BookingOf }) => (
  <ul className={styles['words']}>
    {(
      [
        ['You', mine],
        [deskName, theirs],
      ] as const
    ).map(
      (
        [who, word], // prettier-ignore
      ) => (
        <li key={who}>
          <b>{who}</b> {wordText(word)}
          {word !== undefined && (
            <small>
              {' '}
              <Time at={word.at} text={preciseText} />
            </small>
          )}
        </li>
      ),
    )}
  </ul>
)

type SayProps = { readonly trade: Trade; readonly booking: BookingOf; readonly onAnswer: (trade: Trade) => void }

function Say({ trade, booking, onAnswer }: SayProps) {
  const [form, setForm] = useState<'BOOKED' | 'NOT_BOOKED'>()
  const { isBusy, run } = useAttempt((error) => toast({ key: `booking-${trade.id}`, ...cancelFailed('Booking not saved', error) }))
  const reason = useCancelReason()
  const hasConfirmed = booking.mine?.booked === true
  const mayTakeBack = !hasConfirmed || booking.state === 'DISPUTED'
  const say = (terms: BookingTerms) =>
    run(async () => {
      onAnswer(await send(bookTrade(trade, terms, orderBookBase())))
      setForm(undefined)
    })
  if (form !== undefined)
    return <Form key={form} {...{ of: form, venue: trade.venue, isBusy, reason }} onSay={say} onBack={() => setForm(undefined)} />
  return (
    <div className={styles['acts']}>
      {!hasConfirmed && (
        <Button kind="primary" size="small" disabledReason={reason} onClick={() => setForm('BOOKED')}>
          I have booked it
        </Button>
      )}
      {mayTakeBack && (
        <Button size="small" disabledReason={reason} onClick={() => setForm('NOT_BOOKED')}>
          I cannot book it
        </Button>
      )}
    </div>
  )
}

type FormProps = {
  readonly of: 'BOOKED' | 'NOT_BOOKED'
  readonly venue: string
  readonly isBusy: boolean
  readonly reason: string | undefined
  readonly onSay: (terms: BookingTerms) => void
  readonly onBack: () => void
}

function Form({ of, venue, isBusy, reason, onSay, onBack }: FormProps) {
  const [text, setText] = useState('')
  const [remark, setRemark] = useState('')
  const isBooked = of === 'BOOKED'
  const filled = text.trim()
  const longText = tooLongText(text, isBooked ? BOOKING_REFERENCE_CHARACTERS : BOOKING_TEXT_CHARACTERS)
  const longRemark = tooLongText(remark, BOOKING_TEXT_CHARACTERS)
  const empty = isBooked ? `Enter the trade id from ${venueNameOf(venue)}.` : 'Enter a reason. The other desk will see it.'
  const missing = filled === '' ? empty : (longText ?? longRemark)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined || isBusy || reason !== undefined) return
    const said = remark.trim()
    onSay(isBooked ? { booked: true, venueReference: filled, note: said === '' ? undefined : said } : { booked: false, reason: filled })
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <Input
        autoFocus
        size="small"
        label={isBooked ? `${venueNameOf(venue)} trade id` : 'Why it cannot be booked'}
        error={longText}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isBooked && (
        <Input
          size="small"
          label="Note to the other desk (optional)"
          error={longRemark}
          value={remark}
          onChange={(event) => setRemark(event.target.value)}
        />
      )}
      <div className={styles['acts']}>
        <Button type="submit" size="small" kind={isBooked ? 'primary' : 'danger'} isBusy={isBusy} disabledReason={reason ?? missing}>
          {isBooked ? 'Confirm the booking' : 'Report that it cannot be booked'}
        </Button>
        <Button size="small" kind="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
