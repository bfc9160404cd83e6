/** The selected auction and its list. The auction is part of the address: it survives a reload, the Back button and a copied link. */
import { vaultCalls } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { client } from '../../live/api.ts'
import { useChoiceInAddress } from '../../live/use-choice-in-address.ts'
import { type AuctionRow, type AuctionTab, firstTab, tabOf } from './auction-rows.ts'
import { keep } from './auction-store.ts'

export type Selection = {
  readonly tab: AuctionTab
  readonly chosen: AuctionRow | undefined
  readonly setTab: (tab: AuctionTab) => void
  readonly choose: (id: number) => void
}

export function useSelection(rows: readonly AuctionRow[]): Selection {
  const [picked, setTab] = useState<AuctionTab>()
  const [chosenId, setChosen] = useState<number>()
  const tab = picked ?? firstTab(rows)
  // The tab stays the same while the user selects auctions in it, even if one of them closes.
  const choose = (id: number) => {
    setTab(tab)
    setChosen(id)
  }
  useChoiceInAddress({
    name: 'auction',
    chosen: chosenId === undefined ? undefined : String(chosenId),
    find: (id) => rows.find((row) => String(row.auction.id) === id)?.auction ?? readAuction(id),
    choose: (auction) => {
      setTab(tabOf(auction))
      setChosen(auction.id)
    },
    isKnown: true,
  })
  return { tab, chosen: rows.find(({ auction }) => auction.id === chosenId), setTab, choose }
}

/** An auction that is older than the loaded list. Undefined if there is none. */
async function readAuction(id: string): Promise<AuctionRow['auction'] | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined
  const auction = await client.call(vaultCalls.getAuction, { params: { id: Number(id) } }).catch(() => undefined)
  if (auction !== undefined) keep('auctions', auction)
  return auction
}

/** An auction that the screen selects automatically stays selected, so that no ticket changes under a pointer when another auction opens. */
export function usePinned(selected: AuctionRow | undefined, shown: AuctionRow | undefined, choose: (id: number) => void): void {
  const id = selected === undefined ? shown?.auction.id : undefined
  useEffect(() => {
    if (id !== undefined && new URLSearchParams(location.search).get('auction') === null) choose(id)
  }, [id, choose])
}
