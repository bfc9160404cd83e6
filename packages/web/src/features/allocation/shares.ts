/** One order over several accounts: the typed quantities, checked with the server's rule before sending (rulebook 5.20, 10.18). Pure. */
import type { Allocation } from '@parley/client'
import { formatQuantity, parseQuantity, partsRefusal, type Quantity } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'

/** Quantities by account. An account with nothing typed has no part. An unreadable quantity is undefined. */
export type Shares = Readonly<Record<string, EnteredNumber>>

export const enteredOf = (shares: Shares, account: string): EnteredNumber => (account in shares ? shares[account] : '')

type Block = { readonly minimum: string | undefined; readonly increment: string }

/** A part that cannot be read cannot be sent: its quantity is empty and it is refused below. */
export const partsOf = (accounts: readonly string[], shares: Shares): readonly Allocation[] =>
  accounts.flatMap((account) => {
    const entered = enteredOf(shares, account)?.trim()
    return entered === '' ? [] : [{ account, quantity: entered ?? '' }]
  })

/** The rule's refusal of these parts, if any. */
export function sharesRefusal(parts: readonly Allocation[], quantity: EnteredNumber, { minimum, increment }: Block): string | undefined {
  const read = parts.map(({ account, quantity: text }) => ({ account, quantity: parseQuantity(text) }))
  const unread = read.find((part) => part.quantity === undefined)
  if (unread !== undefined) return `Enter a valid quantity for ${unread.account}.`
  const known = read as readonly { readonly account: string; readonly quantity: Quantity }[]
  return partsRefusal(known, parseQuantity(quantity ?? '') ?? (0 as Quantity), {
    minimumBlock: minimum === undefined ? (0 as Quantity) : (parseQuantity(minimum) ?? (0 as Quantity)),
    quantityIncrement: parseQuantity(increment) ?? (1 as Quantity),
  })?.message
}

/** As even as whole increments allow. The first account receives the remainder. */
export function evenShares(accounts: readonly string[], quantity: EnteredNumber, increment: string): Shares {
  const [total, step] = [parseQuantity(quantity ?? '') ?? 0, parseQuantity(increment) ?? 1]
  const each = Math.floor(total / accounts.length / step) * step
  const first = total - each * (accounts.length - 1)
  return Object.fromEntries(accounts.map((account, place) => [account, formatQuantity((place === 0 ? first : each) as Quantity)]))
}

/** The total allocated so far, without unreadable parts. */
export const givenOut = (parts: readonly Allocation[]): string =>
  formatQuantity(parts.reduce((sum, { quantity }) => sum + (parseQuantity(quantity) ?? 0), 0) as Quantity)
