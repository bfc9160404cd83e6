/** The products of Delta-1 spreads, loaded once after sign-in: the listed spreads and their units. */
import { create } from 'zustand'
import { createFirstReading, type FirstReading } from './first-reading.ts'
import type { SpreadProduct } from './spread-product.ts'

export type SpreadProducts = ReadonlyMap<string, SpreadProduct>

export const useSpreadProducts = create<FirstReading<SpreadProducts>>(() => ({}))

/** The code that loads them is a separate file, outside the first bundle. */
const readProducts = () => import('./read-spread-products.ts').then(({ readSpreadProducts }) => readSpreadProducts())

/** While a user is signed in. */
export const followSpreadProducts = (): (() => void) => createFirstReading(readProducts, useSpreadProducts.setState)
