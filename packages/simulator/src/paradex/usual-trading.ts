/** The usual volume of customers that the simulation does not model one by one, in its past and its present. */
import type { Contract } from './chain.ts'

export const TRADES_PER_SECOND = 0.5
/** The largest trade, in increments. Sizes are the cube of a uniform draw, so most trades are small. */
export const LARGEST = 40_000
const MEAN_OF_A_CUBE = 1 / 4
const INCREMENTS_PER_COIN = 1e6

/** In coins. */
export const usualVolumePerMinute = ({ increment }: Pick<Contract, 'increment'>): number =>
  (60 * TRADES_PER_SECOND * LARGEST * MEAN_OF_A_CUBE * increment) / INCREMENTS_PER_COIN
