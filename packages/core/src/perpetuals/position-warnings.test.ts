import { describe, expect, it } from 'vitest'
import {
  isWarned,
  keptDismissal,
  keptMarginDismissal,
  LIQUIDATION_STEPS,
  liquidationDistance,
  liquidationStep,
  type LiquidationStep,
  maintenanceShare,
  maintenanceStep,
} from './position-warnings.ts'

const stepOf = (quantity: number, liquidation: number | undefined, mark: number | undefined) =>
  liquidationStep(liquidationDistance({ quantity, liquidation, mark }))

describe('21.19 a position warns at 10, 5 and 2 per cent from its liquidation', () => {
  it.each<[string, number, number | undefined, number | undefined, LiquidationStep | undefined]>([
    ['long, 10.1 % away', 1, 89.9, 100, undefined],
    ['long, 10 % away', 1, 90, 100, 10],
    ['long, 4.5 % away', 600, 132.168, 138.42, 5],
    ['long, 2 % away', 1, 98, 100, 2],
    ['long, past it', 1, 101, 100, 2],
    ['short, 10.1 % away', -1, 110.1, 100, undefined],
    ['short, 4 % away', -1, 104, 100, 5],
    ['without a liquidation price', 1, undefined, 100, undefined],
    ['without a mark', 1, 98, undefined, undefined],
    ['closed', 0, 98, 100, undefined],
  ])('%s', (_words, quantity, liquidation, mark, then) => {
    expect(stepOf(quantity, liquidation, mark)).toBe(then)
  })

  it.each<[string, LiquidationStep | undefined, LiquidationStep | undefined, boolean]>([
    ['the first step', 10, undefined, true],
    ['a dismissed step', 10, 10, false],
    ['the step after a dismissed one', 5, 10, true],
    ['a step before a dismissed one', 10, 5, false],
    ['no step', undefined, 2, false],
  ])('shows %s: %s after %s', (_words, step, dismissed, then) => {
    expect(isWarned(LIQUIDATION_STEPS, step, dismissed)).toBe(then)
  })

  it.each<[string, LiquidationStep, number | undefined, LiquidationStep | undefined]>([
    ['stays at its step', 5, 4, 5],
    ['stays just above its step, where a price swings', 5, 5.9, 5],
    ['becomes the milder step farther away', 5, 6.1, 10],
    ['stays while the distance gets smaller', 10, 1, 10],
    ['ends beyond all steps', 2, 12.1, undefined],
    ['ends with the position', 2, undefined, undefined],
  ])('a dismissal %s', (_words, dismissed, distance, then) => {
    expect(keptDismissal(dismissed, distance)).toBe(then)
  })
})

describe('21.20 an account warns when its maintenance margin is 50 and 80 per cent of its equity', () => {
  it.each<[string, number, number, 50 | 80 | undefined]>([
    ['5.3 %', 121_474.79, 6_406.13, undefined],
    ['49.9 %', 1_000, 499, undefined],
    ['50 %', 1_000, 500, 50],
    ['80 %', 1_000, 800, 80],
    ['no equity left', -1, 10, 80],
    ['nothing held', 0, 0, undefined],
  ])('%s', (_words, equity, maintenance, then) => {
    expect(maintenanceStep(maintenanceShare({ equity, maintenance }))).toBe(then)
  })

  it.each<[50 | 80, number | undefined, 50 | 80 | undefined]>([
    [50, 55, 50],
    [50, 45, 50],
    [50, 41, undefined],
    [80, 70, 80],
    [80, 60, 50],
    [80, undefined, undefined],
  ])('a dismissal at %s is at %s per cent %s', (dismissed, share, then) => {
    expect(keptMarginDismissal(dismissed, share)).toBe(then)
  })
})
