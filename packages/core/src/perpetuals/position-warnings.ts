/** How near a position is to its liquidation, and an account to its maintenance margin (rulebook 21.19, 21.20). Figures are doubles, never money. */

/** Steps of a warning, the mildest first: the distance of the liquidation price from the mark, in per cent of the mark. */
export const LIQUIDATION_STEPS = [10, 5, 2] as const
/** The maintenance margin in per cent of the equity, the mildest first. At 100 the venue liquidates. */
export const MAINTENANCE_STEPS = [50, 80] as const

export type LiquidationStep = (typeof LIQUIDATION_STEPS)[number]
export type MaintenanceStep = (typeof MAINTENANCE_STEPS)[number]

/** A dismissed step is forgotten once the distance is this much above it, so that a price that swings around a step does not warn each time. */
const FORGOTTEN_ABOVE = 1.2

export type HeldPosition = {
  /** Negative if short. */
  readonly quantity: number
  /** Undefined if no price above zero liquidates it. */
  readonly liquidation: number | undefined
  /** Undefined while the venue publishes none. */
  readonly mark: number | undefined
}

/** How far the mark can move against a position until it is liquidated, in per cent of the mark. Zero or less: it is being liquidated. */
export function liquidationDistance({ quantity, liquidation, mark }: HeldPosition): number | undefined {
  if (quantity === 0 || liquidation === undefined || mark === undefined || mark <= 0) return undefined
  return (Math.sign(quantity) * (mark - liquidation) * 100) / mark
}

/** The narrowest step that the distance has reached; undefined while it is farther than all of them. */
export const liquidationStep = (distance: number | undefined): LiquidationStep | undefined =>
  distance === undefined ? undefined : LIQUIDATION_STEPS.findLast((step) => distance <= step)

/** The maintenance margin in per cent of the equity. An account without equity is beyond every step. */
export function maintenanceShare({ equity, maintenance }: { readonly equity: number; readonly maintenance: number }): number | undefined {
  if (maintenance <= 0) return undefined
  return equity <= 0 ? Infinity : (maintenance / equity) * 100
}

/** The highest step that the share has reached. */
export const maintenanceStep = (share: number | undefined): MaintenanceStep | undefined =>
  share === undefined ? undefined : MAINTENANCE_STEPS.findLast((step) => share >= step)

/** Whether a warning is shown: no step as severe as this one has been dismissed. */
export const isWarned = <Step extends number>(steps: readonly Step[], step: Step | undefined, dismissed: Step | undefined): boolean =>
  step !== undefined && (dismissed === undefined || steps.indexOf(step) > steps.indexOf(dismissed))

/** The dismissed step that still counts at a distance from the liquidation. A dismissal ends when the position has clearly moved away from its step. */
export function keptDismissal(dismissed: LiquidationStep | undefined, distance: number | undefined): LiquidationStep | undefined {
  if (dismissed === undefined || distance === undefined) return undefined
  const reached = liquidationStep(distance / FORGOTTEN_ABOVE)
  return reached !== undefined && LIQUIDATION_STEPS.indexOf(reached) < LIQUIDATION_STEPS.indexOf(dismissed) ? reached : reached && dismissed
}

/** The same for an account: a dismissed step of the maintenance margin. */
export function keptMarginDismissal(dismissed: MaintenanceStep | undefined, share: number | undefined): MaintenanceStep | undefined {
  if (dismissed === undefined || share === undefined) return undefined
  const reached = maintenanceStep(share * FORGOTTEN_ABOVE)
  return reached !== undefined && reached < dismissed ? reached : reached && dismissed
}
