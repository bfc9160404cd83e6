/** The result of a benchmark: one figure with its unit, its comparison, and the conditions of the measurement. */
export type Row = {
  readonly what: string
  readonly figure: number
  readonly unit: string
  /** The target of this row, as text. */
  readonly bar?: string
  /** The alternative that was measured in the same run. */
  readonly beside?: { readonly what: string; readonly figure: number; readonly unit: string }
  readonly conditions: string
}

export type Bench = { readonly name: string; readonly run: () => Promise<readonly Row[]> }
