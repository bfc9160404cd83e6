/**
 * Emails to the traders of both desks of a trade that they book at the venue themselves: when it is agreed, shortly before its deadline, and when it
 * is disputed (rulebook 16.6). They are stored after the commit, like digests, because the screen shows the same (decision 0025).
 */
import { bookingFor, hasRight, opposite, priceText, quantityText, venues, type DeskId, type Rfq, type Side, type Trade } from '@parley/core'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { UserRow } from '../accounts/rows.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import type { Occasion, Post } from '../mail/mail-queue.ts'
import { tradeLegs } from '../rfq/structure-view.ts'
import type { PublishedDecision } from '../shards/market-engine.ts'

type Written = Extract<Occasion, { kind: 'TradeToBook' }>
export type BookingMail = { readonly desk: DeskId; readonly occasion: Omit<Written, 'firstName' | 'deskName'> }

type Services = {
  readonly sql: Sql
  readonly post: Post
  readonly book: Pick<Book, 'accounts'>
  readonly now: () => number
  readonly log: Log
}

export function createBookingEmails({ sql, post, book, now, log }: Services) {
  const traders = (desk: DeskId): readonly UserRow[] =>
    (book.accounts.members.get(desk) ?? [])
      .filter(({ role }) => hasRight(role, 'Trade'))
      .map(({ user }) => book.accounts.users.get(user))
      .filter((person): person is UserRow => person?.notifications.email === true && person.notifications.trading)
  const write = async ({ desk, occasion }: BookingMail): Promise<void> => {
    const deskName = book.accounts.desks.get(desk)?.name ?? desk
    for (const { email, firstName } of traders(desk)) await post.send(sql, email, { ...occasion, firstName, deskName }, now())
  }
  let work: Promise<void> = Promise.resolve()
  return {
    onEvents(decisions: readonly PublishedDecision[]): void {
      for (const mail of decisions.flatMap(bookingMails))
        work = work.then(() => write(mail)).catch((error: unknown) => log.error({ error }, 'Could not write an email about a booking'))
    },
    settled: () => work,
  }
}

const changeOf = { TradeAgreed: 'Agreed', BookingReminded: 'Reminded', BookingDisputed: 'Disputed' } as const

/** The emails of a decision, by desk. A desk that has confirmed is not reminded. */
export function bookingMails({ events, changes }: Pick<PublishedDecision, 'events' | 'changes'>): readonly BookingMail[] {
  return events.flatMap(({ kind }, place) => {
    const { rfq, trade } = changes[place] ?? {}
    if (rfq === undefined || trade?.booking === undefined) return []
    if (kind !== 'TradeAgreed' && kind !== 'BookingReminded' && kind !== 'BookingDisputed') return []
    const mails = [mailTo(rfq, trade, trade.taker, trade.takerSide, kind), mailTo(rfq, trade, trade.maker, opposite(trade.takerSide), kind)]
    return mails.filter(({ desk }) => kind !== 'BookingReminded' || bookingFor(trade, desk)?.mine === undefined)
  })
}

function mailTo(rfq: Rfq, trade: Trade, desk: DeskId, side: Side, kind: keyof typeof changeOf): BookingMail {
  const { desk: otherDesk, account: otherAccount, dueAt } = bookingFor(trade, desk)!
  const terms = tradeLegs(rfq.structure, trade, side).map(
    ({ side: does, quantity, instrument_name: name, price }) => `${does} ${quantityText(quantity)} ${name} at ${priceText(price, 0)}`,
  )
  const account = desk === trade.taker ? trade.takerAccount : trade.makerAccount
  const about = { venueName: venues[rfq.venue].name, terms, account, otherDesk, otherAccount, dueAt }
  return { desk, occasion: { kind: 'TradeToBook', change: changeOf[kind], ...about } }
}
