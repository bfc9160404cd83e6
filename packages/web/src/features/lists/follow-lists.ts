/** Messages about lists on every screen: a list to quote, and a net price for the desk's own list. */
import { priceText } from '@parley/core'
import { navigate } from '../../components/router.ts'
import { type Notice, publish } from '../../live/notices.ts'
import { connectLists, useRfqLists } from '../../live/rfq-lists.ts'
import { listAddress } from './list-address.ts'

/** Runs while a user is signed in. Lists that were there before cause no messages. */
export function followLists(): () => void {
  connectLists()
  return useRfqLists.subscribe((now, before) => {
    if (before.places === undefined || before.nets === undefined) return
    const known = new Set([...before.places.values()].map(({ listId }) => listId))
    const own = new Set<string>()
    for (const { listId, lines, row } of now.places?.values() ?? []) {
      // Only the taker sees the rows of its sheet.
      if (row !== undefined) own.add(listId)
      else if (!known.has(listId))
        say(listId, { of: 'REQUEST', title: `New list of ${lines} lines`, text: 'Quote its lines, or one net price for the whole list.' })
      known.add(listId)
    }
    for (const { id, listId, deskName, netPrice } of now.nets?.values() ?? [])
      if (own.has(listId) && !before.nets.has(id))
        say(listId, {
          of: 'QUOTE',
          title: `Net price ${priceText(netPrice, 4)} from ${deskName}`,
          text: 'It is for every line of your list.',
        })
  })
}

const say = (listId: string, { of, title, text }: Pick<Notice, 'of' | 'title' | 'text'>): void =>
  publish([{ key: `list-${listId}-${of}`, of, tone: 'info', title, text, openIt: () => navigate(listAddress(listId)) }])
