/** One order over several accounts: what each gets, as typed, judged by the rule itself before it is sent (rulebook 5.20, 10.18). Pure. */
import type { Allocation } from '@parley/client'
import { formatQuantity, parseQuantity, partsRefusal, type Quantity } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'

/** By account; an account with nothing typed has no part. One that cannot be read is undefined. */
export type Shares = Readonly<Record<string, EnteredNumber>>

export const enteredOf = (shares: Shares, account: string): EnteredNumber => (account in shares ? shares[account] : '')

type Block = { readonly minimum: string | undefined; readonly increment: string }

/** A part that cannot be read is none that could be sent: its quantity is empty, and refused below. */
export const partsOf = (accounts: readonly string[], shares: Shares): readonly Allocation[] =>
  accounts.flatMap((account) => {
    const entered = enteredOf(shares, account)?.trim()
    return entered === '' ? [] : [{ account, quantity: entered ?? '' }]
  })

/** Why these parts would be refused, in the words of the rule. */
export function sharesRefusal(parts: readonly Allocation[], quantity: EnteredNumber, { minimum, increment }: Block): string | undefined {
  const read = parts.map(({ account, quantity: text }) => ({ account, quantity: parseQuantity(text) }))
  const unread = read.find((part) => part.quantity === undefined)
  if (unread !== undefined) return `The part of ${unread.account} is no quantity.`
  const known = read as readonly { readonly account: string; readonly quantity: Quantity }[]
  return partsRefusal(known, parseQuantity(quantity ?? '') ?? (0 as Quantity), {
    minimumBlock: minimum === undefined ? (0 as Quantity) : (parseQuantity(minimum) ?? (0 as Quantity)),
    quantityIncrement: parseQuantity(increment) ?? (1 as Quantity),
  })?.message
}

/** As even as whole increments allow; what is left over goes to the first. */
export function evenShares(accounts: readonly string[], quantity: EnteredNumber, increment: string): Shares {
  const [total, step] = [parseQuantity(quantity ?? '') ?? 0, parseQuantity(increment) ?? 1]
  const each = Math.floor(total / accounts.length / step) * step
  const first = total - each * (accounts.length - 1)
  return Object.fromEntries(accounts.map((account, place) => [account, formatQuantity((place === 0 ? first : each) as Quantity)]))
}

/** The sum given out of the whole, without unreadable parts. */
export const givenOut = (parts: readonly Allocation[]): string =>
  formatQuantity(parts.reduce((sum, { quantity }) => sum + (parseQuantity(quantity) ?? 0), 0) as Quantity)
