/** The texts of a trade button and of the order that it sends. Pure. */

export type OrderLabels = {
  /** `Buy 50 · limit 0.0416`. */
  readonly title: string
  /** `Again: Buy 50 @ 0.0416`, while it waits for the second click. */
  readonly again: string
  /** `Buying 50 @ 0.0416…`. */
  readonly busy: string
  /** `avg 0.04144 · pay 2.072 BTC`. */
  readonly money: string
  /** The hedge, the part that does not trade immediately, or the distance from the mark. */
  readonly last: string
  /** All details of the order, without exception. */
  readonly sentence: string
}

/** The labels of an order whose title is also the text of the second click. */
export const plainLabels = (title: string, money: string, last: string): OrderLabels => ({
  title,
  again: `Again: ${title}`,
  busy: `${title}…`,
  money,
  last,
  sentence: [title, money, last].join(', '),
})

/** A long line wraps between its phrases, never within a figure: before a price or a fee, and after `Again:`, a dot or a comma. */
export const phrasesOf = (text: string): readonly string[] => text.split(/ (?=[@→] |[+−] fee |at market)|(?<=[·:;,]) /)
