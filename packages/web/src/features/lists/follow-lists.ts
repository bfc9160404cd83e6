/** Messages about lists on every screen: a list to quote, and a net price for the desk's own list. */
import { priceText } from '@parley/core'
import { navigate } from '../../components/router.ts'
import { type Notice, publish } from '../../live/notices.ts'
import { connectLists, onListNews } from '../../live/rfq-lists.ts'
import { listAddress } from './list-address.ts'

/** Runs while a user is signed in. Lists that were there before cause no messages. */
export function followLists(): () => void {
  const known = new Set<string>()
  const stop = onListNews((news) => {
    if (news.kind === 'PLACE') {
      const { change } = news
      if (change.event === 'SNAPSHOT') for (const { listId } of change.data) known.add(listId)
      if (change.event !== 'ADDED' || known.has(change.data.listId)) return
      const { listId, lines, row } = change.data
      known.add(listId)
      // Only the taker sees the rows of its sheet.
      if (row === undefined)
        say(listId, { of: 'REQUEST', title: `New list of ${lines} lines`, text: 'Quote its lines, or a net price for the whole.' })
      return
    }
    const { change } = news
    if (change.event !== 'ADDED') return
    const { listId, deskName, netPrice } = change.data
    say(listId, { of: 'QUOTE', title: `Net price ${priceText(netPrice, 4)} from ${deskName}`, text: 'It is for every line of your list.' })
  })
  connectLists()
  return stop
}

const say = (listId: string, { of, title, text }: Pick<Notice, 'of' | 'title' | 'text'>): void =>
  publish([{ key: `list-${listId}-${of}`, of, tone: 'info', title, text, openIt: () => navigate(listAddress(listId)) }])
