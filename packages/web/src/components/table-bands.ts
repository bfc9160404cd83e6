/** Rows in named bands, one below the other, each with a heading. Pure. */

/** Adjacent rows of one band; `to` is exclusive. A band whose rows are held in place may appear twice. */
export type BandRun = {
  readonly band: string
  readonly from: number
  readonly to: number
  /** The rows that belong to the band now, without those that are only held in place. */
  readonly count: number
}

/** `now` are the bands without held rows. */
export function runsOf(bands: readonly string[], now: readonly string[] = bands): readonly BandRun[] {
  const runs: BandRun[] = []
  for (const [index, band] of bands.entries()) {
    const last = runs.at(-1)
    const one = now[index] === band ? 1 : 0
    if (last?.band === band) runs[runs.length - 1] = { ...last, to: index + 1, count: last.count + one }
    else runs.push({ band, from: index, to: index + 1, count: one })
  }
  return runs
}

/** Groups sorted rows by band. Bands keep their given order. */
export function inBands<Row>(sorted: readonly Row[], given: readonly Row[], bandOf: (row: Row) => string): readonly Row[] {
  const order = [...new Set(given.map(bandOf))]
  return sorted.toSorted((a, b) => order.indexOf(bandOf(a)) - order.indexOf(bandOf(b)))
}

export type Heights = { readonly rowPx: number; readonly bandPx: number }

/** The top of a row, below its band's heading and those before it. */
export function topOf(index: number, runs: readonly BandRun[], { rowPx, bandPx }: Heights): number {
  const names = runs.findIndex(({ to }) => index < to) + 1
  return index * rowPx + (names === 0 ? runs.length : names) * bandPx
}
