/** Palette commands for the items of the desk on the screen: its RFQs, quotes, drafts and lists. */
import { cancelOrder, cancelRfq, isResting, type Order, type Rfq } from '@parley/client'
import { quantityText } from '@parley/core'
import { bottomLabel, bottomTabs } from '../features/blotter/bottom-tabs.ts'
import { structureName } from '../features/structure/structure-name.ts'
import { toast } from '../components/toasts.ts'
import { send } from '../live/api.ts'
import { cancelFailed } from '../live/cancel-failed.ts'
import { orderBookBase } from '../live/order-book-base.ts'
import { rememberCancels } from '../live/locally-cancelled.ts'
import { showTab, startBuilder } from '../live/screen-state.ts'
import type { Command } from './commands.ts'

/** The title that the table shows, so that users find the text that they see there. */
export const titleOf = (rfq: Rfq): string =>
  `${rfq.baseCurrency} ${rfq.quantity === undefined ? '' : `${quantityText(rfq.quantity)} × `}${structureName(rfq)}`

export const tabCommands: readonly Command[] = [
  ...bottomTabs.map((tab) => ({ id: `tab-${tab}`, title: `Show ${bottomLabel[tab]}`, hint: 'List', run: () => showTab(tab) })),
  {
    id: 'export',
    title: 'Export this list as CSV',
    run: () => document.querySelector<HTMLElement>('[data-export]')?.click(),
  },
]

export const copyLineCommand: Command = {
  id: 'copy-line',
  title: 'Copy the shown RFQ as text',
  run: () => document.querySelector<HTMLElement>('[data-copy-line]')?.click(),
}

export const draftCommands = (rfqs: Iterable<Rfq>): readonly Command[] =>
  [...rfqs]
    .filter(({ state }) => state === 'DRAFT')
    .map((draft) => ({
      id: `draft-${draft.id}`,
      title: `Edit draft ${titleOf(draft)}`,
      hint: `Draft · ${draft.id}`,
      run: () => startBuilder({ kind: 'draft', draft }),
    }))

/** Cancelling needs a second Enter, because text in a palette is typed quickly. */
export const cancelCommands = (rfqs: Iterable<Rfq>): readonly Command[] =>
  [...rfqs]
    .filter((rfq) => rfq.state === 'OPEN' && rfq.audience === 'DIRECT' && rfq.role === 'TAKER')
    .map((rfq) => ({
      id: `cancel-${rfq.id}`,
      title: `Cancel RFQ ${titleOf(rfq)}`,
      again: `Press Enter again: cancel RFQ ${titleOf(rfq)}`,
      hint: rfq.id,
      run: () => void said('RFQ not cancelled', send(cancelRfq(rfq))),
    }))

export function pullCommands(orders: Iterable<Order>, rfqs: ReadonlyMap<string, Rfq>): readonly Command[] {
  const resting = Map.groupBy(
    [...orders].filter((order) => order.kind === 'QUOTE' && isResting(order)),
    ({ rfqId }) => rfqId,
  )
  return [...resting].flatMap(([rfqId, quotes]) => {
    const rfq = rfqs.get(rfqId)
    if (rfq === undefined) return []
    const what = `your desk’s ${quotes.length === 1 ? 'quote' : `${quotes.length} quotes`} in ${titleOf(rfq)}`
    return [
      {
        id: `pull-${rfqId}`,
        title: `Cancel ${what}`,
        again: `Press Enter again: cancel ${what}`,
        hint: rfqId,
        run: () => void said('Cancel failed', pull(quotes)),
      },
    ]
  })
}

function pull(quotes: readonly Order[]): Promise<unknown> {
  rememberCancels(quotes.map(({ id }) => id))
  return Promise.all(quotes.map((order) => send(cancelOrder(order, orderBookBase()))))
}

async function said(title: string, sent: Promise<unknown>): Promise<void> {
  try {
    await sent
  } catch (error) {
    toast(cancelFailed(title, error))
  }
}
