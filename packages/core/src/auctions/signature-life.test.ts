import { describe, expect, it } from 'vitest'
import { after, agreed, bid, END, idOf, KEST, LARK, NOON, open, VAULT } from '../../test/auction-fixture.ts'
import type { Instant } from '../ids.ts'
import { cancelBid } from './bids.ts'
import { cancelAuction } from './decisions.ts'
import { isKnownToVault, signatureLife, type SignatureLife } from './signature-life.ts'

describe('19.16 a signature outlives its bid', () => {
  it.each<[string, readonly string[] | undefined, SignatureLife]>([
    ['nothing to object to', [], 'VALID'],
    ['too little in the wallet', ['SIGNER_BALANCE_LOW'], 'BLOCKED'],
    ['too small an allowance and balance', ['SIGNER_ALLOWANCE_LOW', 'SIGNER_BALANCE_LOW'], 'BLOCKED'],
    ['a delegate that was revoked', ['UNAUTHORIZED'], 'BLOCKED'],
    ['a nonce that was cancelled', ['NONCE_ALREADY_USED'], 'VOID'],
    ['a cancelled nonce and an empty wallet', ['NONCE_ALREADY_USED', 'SIGNER_BALANCE_LOW'], 'VOID'],
    ['less left than its size', ['BID_EXCEED_AVAILABLE_SIZE'], 'VOID'],
    ['a word that is not known here', ['SOMETHING_NEW'], 'VOID'],
    ['an offer that is sold or gone', undefined, 'VOID'],
  ])('19.16 at a contract with %s', (_what, words, life) => {
    expect(signatureLife(words)).toBe(life)
  })

  it('19.8 19.16 the vault knows it if its bid was open at the close', () => {
    const auction = bid(bid(open(), KEST, 11), LARK, 12)
    const withdrawn = after(auction, agreed(cancelBid(auction, KEST, idOf(11), NOON)))
    const known = (of: typeof auction, id: number, now: Instant) => isKnownToVault(of, of.bids.get(idOf(id))!, now)
    expect([known(auction, 11, NOON), known(auction, 11, END)]).toEqual([false, true])
    expect([known(withdrawn, 11, END), known(withdrawn, 12, END)]).toEqual([false, true])
    const canceledBefore = after(auction, agreed(cancelAuction(auction, VAULT, NOON)))
    const canceledAfter = after(auction, agreed(cancelAuction(auction, VAULT, END)))
    expect([known(canceledBefore, 12, END), known(canceledAfter, 12, END)]).toEqual([false, true])
  })
})
