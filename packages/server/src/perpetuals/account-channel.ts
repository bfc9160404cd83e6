/** `perpetual_account`: a desk's account at the venue, only for its own users and keys (rulebook 18.2). A subscription counts as a reader. */
import type { PerpetualAccountChangeView } from '@parley/contracts'
import type { DeskId } from '@parley/core'
import type { MarginSetting } from '@parley/venues'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { StreamChannel } from '../calls/channel.ts'
import { AccountFeed, withoutAccount, type AccountFeedParts } from './account-feed.ts'
import type { DeskAccount, DeskAccounts } from './desk-account.ts'
import { perpetualLimits as limits } from './limits.ts'
import { noVenue } from './refusals.ts'

type Push = (change: PerpetualAccountChangeView) => void
type Watching = { readonly readers: Set<Push>; key: string; feed: AccountFeed | undefined; callOff: () => void }

export type AccountWatch = {
  /** Returns the function that ends it. */
  join(desk: DeskId, push: Push): () => void
  marginSet(desk: DeskId, setting: MarginSetting): void
  close(): void
}

export type AccountWatchParts = AccountFeedParts & { readonly accountOf: DeskAccounts; readonly book: Pick<Book, 'onChange'> }

/**
 * One connection for each desk with readers, and for a short time after the last reader has left: a reader that comes and goes does not read the
 * account each time. An account that is added, replaced or removed is followed immediately.
 */
export function createAccountWatch({ accountOf, book, ...feedParts }: AccountWatchParts): AccountWatch {
  const desks = new Map<DeskId, Watching>()
  const begin = (watching: Watching, account: DeskAccount | undefined): void => {
    watching.key = keyOf(account)
    watching.feed = account === undefined ? undefined : new AccountFeed(account, feedParts)
    for (const push of watching.readers) publishFirst(watching.feed, push)
  }
  const end = (desk: DeskId, { feed, callOff }: Watching): void => {
    callOff()
    feed?.close()
    desks.delete(desk)
  }
  const stopListening = book.onChange(() => {
    for (const [desk, watching] of desks) {
      const account = accountOf(desk)
      if (keyOf(account) === watching.key) continue
      if (watching.readers.size === 0) end(desk, watching)
      else {
        watching.feed?.close()
        begin(watching, account)
      }
    }
  })
  return {
    join(desk, push) {
      const known = desks.get(desk)
      const watching: Watching = known ?? { readers: new Set(), key: '', feed: undefined, callOff: () => undefined }
      watching.callOff()
      watching.readers.add(push)
      if (known === undefined) {
        desks.set(desk, watching)
        begin(watching, accountOf(desk))
      } else publishFirst(watching.feed, push)
      return () => {
        watching.readers.delete(push)
        watching.feed?.leave(push)
        if (watching.readers.size > 0) return
        watching.callOff()
        watching.callOff = feedParts.clock.after(limits.feedLifeMs, () => {
          if (desks.get(desk) === watching && watching.readers.size === 0) end(desk, watching)
        })
      }
    },
    marginSet: (desk, setting) => desks.get(desk)?.feed?.marginSet(setting),
    close() {
      stopListening()
      for (const [desk, watching] of desks) end(desk, watching)
    },
  }
}

function publishFirst(feed: AccountFeed | undefined, push: Push): void {
  if (feed === undefined) push(withoutAccount)
  else feed.join(push)
}

const keyOf = (account: DeskAccount | undefined): string => (account === undefined ? '' : `${account.id} ${account.keyedAt}`)

/** Without a venue every subscription is refused. */
export const accountChannel = (watch: AccountWatch | undefined): StreamChannel => ({
  kind: 'stream',
  pattern: 'perpetual_account',
  open: ({ desk }, _params, push) => Promise.resolve(watch === undefined ? noVenue : watch.join(desk, push)),
  merge: (older, newer) => mergedAccount(older as PerpetualAccountChangeView, newer as PerpetualAccountChangeView),
})

/** Slow readers lose no events. For states, the newer one replaces the older. */
function mergedAccount(older: PerpetualAccountChangeView, newer: PerpetualAccountChangeView): PerpetualAccountChangeView {
  const events = {
    fills: [...older.fills, ...newer.fills],
    funding_payments: [...older.funding_payments, ...newer.funding_payments],
    margins: [...older.margins, ...newer.margins],
  }
  if (newer.is_whole) return { ...newer, ...events }
  const latest = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] => [
    ...new Map(rows.map((row) => [nameOf(row), row])).values(),
  ]
  return {
    ...newer,
    ...events,
    is_whole: older.is_whole,
    summary: newer.summary ?? older.summary,
    positions: latest([...older.positions, ...newer.positions], ({ market }) => market),
    orders: latest([...older.orders, ...newer.orders], ({ id }) => id),
  }
}
