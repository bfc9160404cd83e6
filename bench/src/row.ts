/** The answer of a benchmark: one figure with its unit, what stands beside it, and under which conditions it was measured. */
export type Row = {
  readonly what: string
  readonly figure: number
  readonly unit: string
  /** The bar of this row, in words. */
  readonly bar?: string
  /** The peer measured in the same run. */
  readonly beside?: { readonly what: string; readonly figure: number; readonly unit: string }
  readonly conditions: string
}

export type Bench = { readonly name: string; readonly run: () => Promise<readonly Row[]> }
