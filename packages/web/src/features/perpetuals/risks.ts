/** Positions near their liquidation, an account near its maintenance margin, and liquidations, each with its text (rulebook 21.19 to 21.21). Pure. */
import {
  isWarned,
  keptDismissal,
  keptMarginDismissal,
  LIQUIDATION_STEPS,
  liquidationDistance,
  type LiquidationStep,
  liquidationStep,
  MAINTENANCE_STEPS,
  maintenanceShare,
  type MaintenanceStep,
  maintenanceStep,
  quantityToNumber,
} from '@parley/core'
import type { Notice } from '../../live/notices.ts'
import { groupedText } from '../../components/figure-text.ts'
import { gainText } from '../../components/known-figure.ts'
import { fromMarkText, priceDecimals, priceText, quantityText } from './market-text.ts'
import type { Fill, Market, Position } from './model.ts'
import type { Perpetuals } from './perpetual-store.ts'

export type PositionRisk = {
  readonly of: 'POSITION'
  readonly key: string
  readonly market: Market
  readonly position: Position
  /** In per cent of the mark. */
  readonly distance: number
  readonly step: LiquidationStep | undefined
}
export type AccountRisk = {
  readonly of: 'ACCOUNT'
  readonly key: 'account'
  /** The maintenance margin in per cent of the equity. */
  readonly share: number
  readonly step: MaintenanceStep | undefined
}
export type Risk = PositionRisk | AccountRisk

/** Every position with a liquidation price, and the account, the nearest first. */
export function risksOf({ markets, account }: Pick<Perpetuals, 'markets' | 'account'>): readonly Risk[] {
  const positions = [...account.positions.values()].flatMap((position): readonly PositionRisk[] => {
    const market = markets.get(position.market)
    const { liquidation } = position
    const distance = market && liquidationDistance({ quantity: quantityToNumber(position.quantity), liquidation, mark: market.mark })
    if (market === undefined || distance === undefined) return []
    return [{ of: 'POSITION', key: position.market, market, position, distance, step: liquidationStep(distance) }]
  })
  const share = account.summary === undefined ? undefined : maintenanceShare(account.summary)
  const ofAccount: readonly AccountRisk[] =
    share === undefined ? [] : [{ of: 'ACCOUNT', key: 'account', share, step: maintenanceStep(share) }]
  return [...ofAccount, ...positions.toSorted((a, b) => a.distance - b.distance)]
}

/** By the key of a risk, the most severe step that was dismissed, or announced. */
export type Steps = ReadonlyMap<string, number>

/** Whether the risk is at a more severe step than those in `steps`. */
export function isNews(risk: Risk, steps: Steps): boolean {
  const before = steps.get(risk.key)
  return risk.of === 'POSITION'
    ? isWarned<number>(LIQUIDATION_STEPS, risk.step, before)
    : isWarned<number>(MAINTENANCE_STEPS, risk.step, before)
}

/** The steps that still count. One that a position has clearly left can be announced again. */
export function keptSteps(steps: Steps, risks: readonly Risk[]): Steps {
  const kept = risks.flatMap((risk): readonly (readonly [string, number])[] => {
    const before = steps.get(risk.key)
    const after =
      risk.of === 'POSITION'
        ? keptDismissal(before as LiquidationStep | undefined, risk.distance)
        : keptMarginDismissal(before as MaintenanceStep | undefined, risk.share)
    return after === undefined ? [] : [[risk.key, after]]
  })
  const isSame = kept.length === steps.size && kept.every(([key, step]) => steps.get(key) === step)
  return isSame ? steps : new Map(kept)
}

export const withStep = (steps: Steps, { key, step }: Risk): Steps => (step === undefined ? steps : new Map([...steps, [key, step]]))

export type RiskText = { readonly title: string; readonly text: string }

/** `SOL long 600.00: liquidation at 132.168, 4.5 % below the mark.` and `Next warning at 2 %.` */
export function riskText(risk: Risk): RiskText {
  if (risk.of === 'ACCOUNT') {
    const next = MAINTENANCE_STEPS.find((step) => step > risk.share)
    const share = Number.isFinite(risk.share) ? `${groupedText(risk.share, 0)} % of the equity` : 'more than the equity'
    return {
      title: `The maintenance margin is ${share}.`,
      text: next === undefined ? 'Paradex liquidates at 100 %.' : `Next warning at ${next} %. Paradex liquidates at 100 %.`,
    }
  }
  const { market, position, distance } = risk
  const what = `${market.base} ${position.quantity > 0 ? 'long' : 'short'} ${quantityText(position.quantity, market)}`
  const at = groupedText(position.liquidation!, priceDecimals(market))
  const next = LIQUIDATION_STEPS.find((step) => step < distance)
  return {
    title: `${what}: liquidation at ${at}, ${fromMarkText(position.liquidation!, market.mark!)}.`,
    text: next === undefined ? 'This is the last warning.' : `Next warning at ${next} %.`,
  }
}

export const isLiquidation = ({ kind }: Pick<Fill, 'kind'>): boolean => kind === 'LIQUIDATION'

/** `BTC position liquidated: sold 16.00000 at 91,689.2` and `PnL −17,839.20 USDC, fee 440.11 USDC.` */
export function liquidationText(fill: Fill, market: Market): RiskText {
  const { side, quantity, price, profit, fee, feeCurrency } = fill
  const lost = profit === undefined ? '' : `PnL ${gainText(profit, 2)} ${feeCurrency}, `
  return {
    title: `${market.base} position liquidated: ${side === 'BUY' ? 'bought' : 'sold'} ${quantityText(quantity, market)} at ${priceText(price, market)}`,
    text: `${lost}fee ${groupedText(fee, 2)} ${feeCurrency}. Paradex cancelled your orders in ${market.name}.`,
  }
}

/** Liquidations that were not known before. They are announced whatever the user has switched off. */
export const liquidationNotices = (
  before: readonly Pick<Fill, 'id'>[],
  fills: readonly Fill[],
  { markets, openIt }: { readonly markets: Perpetuals['markets']; readonly openIt: () => void },
): readonly Notice[] => {
  const known = new Set(before.map(({ id }) => id))
  return fills.flatMap((fill): readonly Notice[] => {
    const market = markets.get(fill.market)
    if (!isLiquidation(fill) || known.has(fill.id) || market === undefined) return []
    return [
      {
        ...{ key: `perpetual-liquidation-${fill.id}`, of: 'WARNING', tone: 'refused', ...liquidationText(fill, market) },
        ...{ openIt, isNeverSilenced: true },
      },
    ]
  })
}

export const riskNotices = (risks: readonly Risk[], openIt: (risk: Risk) => void): readonly Notice[] =>
  risks.map((risk) => ({
    ...{ key: `perpetual-risk-${risk.key}`, of: 'WARNING', tone: 'warn', ...riskText(risk) },
    openIt: () => openIt(risk),
  }))
