/** The selected auction is part of the address: it survives a reload, the back button and a copied link. */
import { vaultCalls } from '@parley/contracts'
import { useEffect, useState } from 'react'
import { navigate, useQuery } from '../../components/router.ts'
import { client } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { type AuctionRow, firstTab, isInTab, type AuctionTab } from './auction-rows.ts'
import { keep } from './auction-store.ts'

export const chooseAuction = (id: number): void => navigate(`?auction=${id}`)

export type ChosenAuction = {
  /** The id in the address. */
  readonly id: number | undefined
  readonly row: AuctionRow | undefined
  /** Why the auction of the address cannot be shown. */
  readonly missing: string | undefined
}

/** An auction that is older than the loaded list is loaded by itself. */
export function useChosenAuction(rows: readonly AuctionRow[]): ChosenAuction {
  const text = useQuery('auction')
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
  const row = rows.find(({ auction }) => auction.id === id)
  const [failed, setFailed] = useState<{ readonly id: number; readonly words: string }>()
  const isMissing = id !== undefined && row === undefined
  useEffect(() => {
    if (!isMissing) return
    let isLeft = false
    client.call(vaultCalls.getAuction, { params: { id } }).then(
      (auction) => !isLeft && keep('auctions', auction),
      (error: unknown) => !isLeft && setFailed({ id, words: errorMessage(error) }),
    )
    return () => {
      isLeft = true
    }
  }, [isMissing, id])
  return { id, row, missing: isMissing && failed?.id === id ? failed?.words : undefined }
}

/** The list that contains the auction of the address, or else the first that has rows. */
export const tabOf = (rows: readonly AuctionRow[], chosen: AuctionRow | undefined): AuctionTab =>
  (chosen === undefined ? undefined : (['LIVE', 'UPCOMING', 'SETTLED'] as const).find((tab) => isInTab(tab, chosen))) ?? firstTab(rows)

/** An auction that the screen selects by itself stays selected, so that no ticket changes under a pointer when another auction opens. */
export function usePinned(id: number | undefined, shown: number | undefined): void {
  useEffect(() => {
    if (id === undefined && shown !== undefined) navigate(`?auction=${shown}`, 'replace')
  }, [id, shown])
}
