/**
 * Feature flags by name, with defaults. Rows of the table override them and can limit a flag to some desks (decision 0205).
 * A new flag goes into `defaults`, and into `ServerFlag` if the server reads it. Screens read it with `useFlag`.
 */
import { INTEGRITY_RULES, type DeskId, type IntegrityRules } from '@parley/core'
import type { Log } from '../log/log.ts'
import type { Accounts } from './rows.ts'

type Flag = { readonly is_enabled: boolean; readonly config: unknown; readonly default_value: unknown }

const defaults: Readonly<Record<string, boolean>> = {
  um_ui_ob_v1_api: false,
  um_leg_pricing_fallback: true,
  um_rfq_hidden_limit_order: true,
  feature_market_integrity: true,
  feature_default_accounts: true,
  feature_spread_from_mid: true,
  feature_premium_hedge: true,
  feature_matching_quote: true,
  feature_v2_pricing: true,
  feature_platform_state: true,
  feature_taker_profile: true,
  feature_alt_coins: true,
  feature_user_preferences_json: true,
  feature_user_agreements: false,
  feature_vaults: false,
}

/** The names of all flags, without `us_cleared_…`, of which each product has one. */
export const flagNames: readonly string[] = Object.keys(defaults)

/** The value of a flag that the operator has not set. */
export const isFlagOnByDefault = (name: string): boolean => defaults[name] ?? false

/** The flags that the server itself reads. */
export type ServerFlag = 'um_leg_pricing_fallback' | 'um_rfq_hidden_limit_order' | 'feature_alt_coins' | 'feature_vaults'
export type IsOn = (flag: ServerFlag, desk: DeskId) => boolean

/** Read on every use, because the operator can switch a flag while the server is running. */
export const flagsFrom =
  (book: { readonly accounts: Accounts }): IsOn =>
  (flag, desk) =>
    isOnFor(book.accounts, flag, desk)

/** The market integrity rules for a desk, with the operator's figures; undefined if they are off. */
export type IntegrityRulesOf = (desk: DeskId) => IntegrityRules | undefined

export const integrityRulesFrom =
  (book: { readonly accounts: Accounts }): IntegrityRulesOf =>
  (desk) => {
    if (!isOnFor(book.accounts, 'feature_market_integrity', desk)) return undefined
    const { most_width_percent, free_quotes, quotes_per_trade } = figuresOfFlag(book.accounts, 'feature_market_integrity')
    return {
      mostWidthPercent: most_width_percent ?? INTEGRITY_RULES.mostWidthPercent,
      freeQuotes: free_quotes ?? INTEGRITY_RULES.freeQuotes,
      quotesPerTrade: quotes_per_trade ?? INTEGRITY_RULES.quotesPerTrade,
    }
  }

function isOnFor({ flags }: Accounts, name: string, desk: DeskId): boolean {
  const row = flags.get(name)
  const tickers = tickersOf(row?.config)
  return (row?.isEnabled ?? defaults[name] ?? false) && (tickers === undefined || tickers === 'UNREADABLE' || tickers.includes(desk))
}

/** The desks that a flag is limited to; undefined if it applies to all desks. */
export function tickersOf(config: unknown): readonly string[] | 'UNREADABLE' | undefined {
  if (typeof config !== 'object' || config === null || !('tickers' in config)) return undefined
  const { tickers } = config
  return Array.isArray(tickers) && tickers.every((one) => typeof one === 'string') ? tickers : 'UNREADABLE'
}

/** Figures that the operator has set for a flag, by name. */
export function figuresOfFlag({ flags }: Accounts, name: string): Readonly<Record<string, number>> {
  const config = flags.get(name)?.config
  const figures = typeof config === 'object' && config !== null && 'figures' in config ? config.figures : undefined
  if (typeof figures !== 'object' || figures === null) return {}
  return Object.fromEntries(Object.entries(figures).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
}

/** Lists that are not arrays of strings are ignored, and logged once when the flags are read. */
export function warnOfFlags({ flags }: Accounts, log: Log): void {
  for (const [name, { config }] of flags)
    if (tickersOf(config) === 'UNREADABLE')
      log.warn({ flag: name }, 'The desk list of a flag cannot be read; the flag applies to every desk')
}

/** For tests and simulations of something else. */
export const everythingOn: IsOn = () => true

/** For one desk: whether a flag is on for it. Never reveals which other desks it is on for. */
export function flagsOf(accounts: Accounts, desk: DeskId): Readonly<Record<string, Flag>> {
  const names = new Set([...Object.keys(defaults), ...accounts.flags.keys()])
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const row = accounts.flags.get(name)
      const isLimited = Array.isArray(tickersOf(row?.config))
      const isOn = isOnFor(accounts, name, desk)
      const config = isLimited ? (isOn ? { tickers: [desk] } : null) : (row?.config ?? null)
      return [name, { is_enabled: isOn, config, default_value: defaults[name] ?? false }]
    }),
  )
}
