/** The products of Delta-1 spreads, read once after the sign-in: what is listed there, and in what it is counted. */
import { create } from 'zustand'
import { createFirstReading, type FirstReading } from './first-reading.ts'
import type { SpreadProduct } from './spread-product.ts'

export type SpreadProducts = ReadonlyMap<string, SpreadProduct>

export const useSpreadProducts = create<FirstReading<SpreadProducts>>(() => ({}))

/** Their reading stands in a file of its own, beside the first screen. */
const readProducts = () => import('./read-spread-products.ts').then(({ readSpreadProducts }) => readSpreadProducts())

/** For the time a person is signed in. */
export const followSpreadProducts = (): (() => void) => createFirstReading(readProducts, useSpreadProducts.setState)
