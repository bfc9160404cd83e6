/** The price grid of ladders and order books. Pure. */

/** Rounds bids down and asks up, so that no row shows a better price than the book has. */
export const onGrid = (side: 'BUY' | 'SELL', price: number, step: number): number =>
  (side === 'BUY' ? Math.floor(price / step) : Math.ceil(price / step)) * step

/** The sizes of a row in ticks that a user can choose. */
export const gridTicks = [1, 2, 5, 10, 20, 50, 100] as const
