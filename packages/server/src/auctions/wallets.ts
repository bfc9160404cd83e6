/** The wallets that a desk has entered among its venue accounts. No secret of a wallet is stored: the owner of its key signs. */
import { isSameAddress, refuse, type Address, type Auction, type DeskId, type Refusal } from '@parley/core'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { VenueAccountRow } from '../accounts/rows.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

export type NamedWallet = { readonly account: string; readonly address: Address }
export type Wallets = {
  ofDesk(desk: DeskId): readonly Address[]
  /** A wallet is entered for one swap contract and one bidding token, and bids there. */
  named(desk: DeskId, account: string, auction: Pick<Auction, 'domain' | 'token'>): NamedWallet | Refusal
}

export function createWallets(book: Pick<Book, 'accounts'>): Wallets {
  const rows = (desk: DeskId): readonly (VenueAccountRow & { readonly address: Address })[] =>
    (book.accounts.venueAccounts.get(desk) ?? []).flatMap((row) => {
      const address = row.openFields.wallet_address ?? ''
      return row.venue === 'RBN' && !row.isReadOnly && ADDRESS.test(address) ? [{ ...row, address: address as Address }] : []
    })
  return {
    ofDesk: (desk) => rows(desk).map(({ address }) => address),
    named(desk, account, { domain, token }) {
      const fitting = rows(desk).filter(
        ({ openFields }) =>
          isSameAddress(openFields.swap_address ?? '', domain.verifyingContract) &&
          (openFields.bidding_token ?? '').toUpperCase() === token.symbol.toUpperCase(),
      )
      const found = fitting.find(({ name }) => name === account)
      if (found !== undefined) return { account, address: found.address }
      const names = fitting.map(({ name }) => name).join(', ')
      return refuse(
        'AccountUnknown',
        '19.5',
        names === ''
          ? `Your desk has no wallet for ${token.symbol} at ${domain.verifyingContract}; an administrator can add one for Ribbon under venue accounts.`
          : `Your desk has no wallet with that name for ${token.symbol} at ${domain.verifyingContract}. Available: ${names}.`,
        'account',
      )
    },
  }
}
