import { z } from 'zod'
import { VenueCode } from '../wire-types.ts'

export const DeskRole = z.enum(['administrator', 'trader', 'viewer'])

export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    color: z.enum(['NV', 'GE', 'TL', 'RD', 'GR', 'OG', 'LC', 'YL']),
    role: DeskRole,
    firm: z.object({ name: z.string(), leaderboard_anonymity: z.boolean(), has_liquidity_providers: z.boolean() }),
    trading_desk: z.object({ ticker: z.string(), name: z.string(), is_maker: z.boolean() }).nullable(),
    has_totp_enabled: z.boolean(),
    visual_mobile_notifications_enabled: z.boolean(),
    audio_mobile_notifications_enabled: z.boolean(),
    audio_notifications_enabled: z.boolean(),
    visual_notifications_enabled: z.boolean(),
    email_notifications_enabled: z.boolean(),
    trading_notifications_enabled: z.boolean(),
    active_products: z.array(z.string()),
    has_accepted_us_agreement: z.boolean(),
    has_accepted_non_us_agreement: z.boolean(),
    has_unaccepted_agreement: z.boolean(),
    restricted_ip_rfqs_left: z.number().int().nullable(),
    preferences: z.object({ data: z.record(z.string(), z.unknown()) }),
  })
  .meta({ id: 'User' })

export const VenueAccount = z
  .object({ id: z.string(), venue: VenueCode, name: z.string(), is_default: z.boolean() })
  .meta({ id: 'VenueAccount', description: "A desk's account at a venue; its credentials never leave the server." })

export const ApiKey = z
  .object({ id: z.string(), name: z.string(), access_key: z.string(), created_at: z.number(), last_used_at: z.number().nullable() })
  .meta({ id: 'ApiKey' })

export const Approval = z
  .object({
    desk: z.string(),
    desk_name: z.string(),
    firm_name: z.string(),
    state: z.enum(['STRANGERS', 'ASKED', 'APPROVED']),
    asked_by: z.string().nullable(),
    changed_at: z.number().nullable(),
  })
  .meta({ id: 'Approval' })

export const Member = z
  .object({ id: z.string(), email: z.string(), first_name: z.string(), last_name: z.string(), role: DeskRole })
  .meta({ id: 'Member' })

export const FeatureFlag = z.object({ is_enabled: z.boolean(), config: z.unknown(), default_value: z.unknown() })

export type UserView = z.output<typeof User>
export type VenueAccountView = z.output<typeof VenueAccount>
export type ApiKeyView = z.output<typeof ApiKey>
export type ApprovalView = z.output<typeof Approval>
export type MemberView = z.output<typeof Member>
