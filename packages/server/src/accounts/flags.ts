/** Feature flags: what the web client asks for, with defaults; rows of the table override them. */
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
  feature_taker_profile: false,
  feature_alt_coins: true,
  feature_user_preferences_json: true,
  feature_user_agreements: false,
}

/** The flags that parts of the server read too. */
export type ServerFlag = 'um_leg_pricing_fallback' | 'um_rfq_hidden_limit_order' | 'feature_alt_coins'
export type IsOn = (flag: ServerFlag) => boolean

/** Asked each time: the operator switches a flag while the server runs. */
export const flagsFrom =
  (book: { readonly accounts: Accounts }): IsOn =>
  (flag) =>
    book.accounts.flags.get(flag)?.isEnabled ?? defaults[flag] ?? false

/** For tests and simulations that are about something else. */
export const everythingOn: IsOn = () => true

export function flagsOf(accounts: Accounts): Readonly<Record<string, Flag>> {
  const names = new Set([...Object.keys(defaults), ...accounts.flags.keys()])
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const row = accounts.flags.get(name)
      const byDefault = defaults[name] ?? false
      return [name, { is_enabled: row?.isEnabled ?? byDefault, config: row?.config ?? null, default_value: byDefault }]
    }),
  )
}
