import { z } from 'zod'

/**
 * A user's role on a desk. An administrator can do everything, a trader (authorised user) can trade, and a viewer can only view. A prime viewer can
 * view and has the prime badge. A DOV user can bid in vault auctions and view the rest.
 */
export const DeskRole = z.enum(['administrator', 'trader', 'viewer', 'prime_viewer', 'dov_user'])

export const RecapFormat = z.string().meta({
  description:
    'The format of the recap of a trade, one line of text (rulebook 3.24). A word in braces, such as {price}, stands for a fact of the trade. Text in square brackets is left out if one of its words is not known.',
})

export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    color: z.enum(['NV', 'GE', 'TL', 'RD', 'GR', 'OG', 'LC', 'YL']),
    role: DeskRole,
    firm: z.object({ name: z.string(), leaderboard_anonymity: z.boolean(), has_liquidity_providers: z.boolean() }),
    trading_desk: z
      .object({ ticker: z.string(), name: z.string(), is_maker: z.boolean(), recap_format: RecapFormat.optional() })
      .nullable(),
    has_totp_enabled: z.boolean(),
    has_passkey: z.boolean(),
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
    entity: z.enum(['US', 'SINGAPORE']).nullable().optional().meta({
      description: 'The entity whose customer the user is, according to the agreement that the user accepted. null if none was accepted.',
    }),
    eligible_products: z
      .array(z.string())
      .optional()
      .meta({ description: 'Codes of the products that this entity offers in direct RFQs. Only SINGAPORE offers Global RFQ.' }),
    restricted_ip_rfqs_left: z.number().int().nullable(),
    perpetuals_token: z.string().nullable().optional().meta({
      description:
        "A token of the perpetuals platform, issued there for the desk's connected account. null without such an account and for users who cannot trade. The token cannot sign orders.",
    }),
    perpetuals_token_ends_at: z.number().nullable().optional().meta({
      description:
        'Milliseconds since 1970: the expiry that the venue set for the token. Reading the user shortly before it returns the next token.',
    }),
    preferences: z.object({ data: z.record(z.string(), z.unknown()) }),
  })
  .meta({ id: 'User' })

export const DemoPerson = z
  .object({ desk: z.string(), desk_name: z.string(), is_maker: z.boolean() })
  .meta({ id: 'DemoPerson', description: 'A demo user who can be signed in with one click, with the ticker and name of their desk.' })

export const ActiveSession = z
  .object({
    id: z.string(),
    app_type: z.string(),
    app_version: z.string().nullable(),
    device: z.string().nullable(),
    os_type: z.string().nullable(),
    os_version: z.string().nullable(),
    ip_address: z.string().nullable(),
    region: z.string().nullable(),
    last_login: z.number().nullable(),
  })
  .meta({ id: 'ActiveSession', description: 'An active session of the user. `last_login` is in milliseconds since 1970.' })

export const Passkey = z
  .object({ id: z.string(), name: z.string(), created_at: z.number(), last_used_at: z.number().nullable(), is_synced: z.boolean() })
  .meta({ id: 'Passkey' })

export const AgreementKind = z.enum(['us', 'non-us'])
export const AgreementSection = z
  .object({ id: z.string(), label: z.string(), paragraphs: z.array(z.string()) })
  .meta({ id: 'AgreementSection', description: 'A section of an agreement. A paragraph that begins with "- " is a list item.' })
export const Agreement = z
  .object({
    kind: AgreementKind,
    version: z.string(),
    title: z.string(),
    dated: z.string(),
    last_updated: z.string(),
    url: z.string(),
    sections: z.array(AgreementSection),
  })
  .meta({ id: 'Agreement' })
export const UserAgreement = z
  .object({
    argumentId: z.string(),
    kind: AgreementKind,
    title: z.string(),
    url: z.string(),
    content: z.string(),
    accepted_at: z.number().nullable(),
  })
  .meta({
    id: 'UserAgreement',
    description: 'An agreement in force for the user. `argumentId` identifies its kind and version, `content` is its text.',
  })

export const Invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: DeskRole,
    state: z.enum(['OPEN', 'ACCEPTED', 'WITHDRAWN', 'EXPIRED']),
    created_at: z.number(),
    expires_at: z.number(),
    created_by: z.string().meta({ description: 'The name of the member who sent it last.' }),
    created_by_id: z.string(),
  })
  .meta({ id: 'Invitation', description: 'An invitation that lets one person join the desk. The key itself is only in the email.' })

export const VenueCredential = z
  .object({
    id: z.string(),
    name: z.string(),
    is_default: z.boolean(),
    cannot_settle: z.string().nullable().meta({ description: 'Why the account cannot be used to place orders. null if it can.' }),
    cannot_ask_makers: z
      .string()
      .nullable()
      .meta({ description: "Why the venue's own makers cannot be asked from this account. null if they can." }),
  })
  .meta({ id: 'VenueCredential', description: "An account of the desk at one venue. The user's own default is marked." })

export const KeyScope = z.enum(['read', 'trade'])
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Its first characters. The whole access key is shown once, when the key is created. */
    access_key_prefix: z.string(),
    scopes: z.array(KeyScope),
    is_compatible: z
      .boolean()
      .meta({ description: 'Whether the access key alone, without a signature, can also open sockets, as published.' }),
    allowed_addresses: z.array(z.string()),
    created_at: z.number(),
    created_by: z.string(),
    held_by: z.string().meta({ description: 'The member to whom the secret was last shown, or who took the key over.' }),
    suspended_at: z
      .number()
      .nullable()
      .meta({ description: 'Since when the key has been suspended because its holder can no longer trade.' }),
    expires_at: z.number().nullable(),
    last_used_at: z.number().nullable(),
    last_used_address: z.string().nullable(),
    previous_secret_until: z.number().nullable(),
  })
  .meta({ id: 'ApiKey' })

export const OrderBooks = z.enum(['EVERY_DESK', 'APPROVED_DESKS']).meta({
  description:
    "With whom your desk's orders trade in order books. Under APPROVED_DESKS an order that would trade with any other desk is cancelled instead.",
})

export const Approval = z
  .object({
    desk: z.string(),
    desk_name: z.string(),
    firm_name: z.string(),
    state: z.enum(['STRANGERS', 'ASKED', 'APPROVED']),
    asked_by: z.string().nullable(),
    changed_at: z.number().nullable(),
    is_never_matched: z.boolean().optional().meta({
      description: "Whether your desk's orders never match theirs in the order book. This is your own list, which they cannot read.",
    }),
  })
  .meta({ id: 'Approval' })

export const Member = z
  .object({
    id: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    color: z.string(),
    role: DeskRole,
    state: z.enum(['ACTIVE', 'SUSPENDED']),
    has_two_factor: z.boolean(),
    last_seen_at: z.number().nullable(),
  })
  .meta({ id: 'Member' })

export const AuditEntry = z
  .object({
    seq: z.number().int(),
    at: z.number(),
    actor: z.string(),
    actor_name: z.string(),
    action: z.string(),
    object: z.string(),
    address: z.string().nullable(),
    request_id: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
    hash: z.string(),
  })
  .meta({
    id: 'AuditEntry',
    description:
      'Who did what, and from which address. `seq` counts the entries of the desk. `hash` covers the entry and the hash of the previous entry in the whole log.',
  })

export const CounterpartyGroup = z
  .object({
    id: z.string(),
    name: z.string(),
    made_by: z.enum(['DESK', 'OPERATOR']).meta({ description: 'Your desk can change only its own groups.' }),
    makers: z.array(z.string()),
    left_out: z.array(z.string()).meta({ description: 'Makers of the group that your desk cannot ask at present.' }),
  })
  .meta({ id: 'CounterpartyGroup', description: 'A group of makers: one of your desk, or one that the operator created for all desks.' })

export const FeatureFlag = z.object({ is_enabled: z.boolean(), config: z.unknown(), default_value: z.unknown() })

export type UserView = z.output<typeof User>
export type DeskRoleName = z.output<typeof DeskRole>
export type DemoPersonView = z.output<typeof DemoPerson>
export type ActiveSessionView = z.output<typeof ActiveSession>
export type PasskeyView = z.output<typeof Passkey>
export type AgreementView = z.output<typeof Agreement>
export type AgreementKindName = z.output<typeof AgreementKind>
export type UserAgreementView = z.output<typeof UserAgreement>
export type InvitationView = z.output<typeof Invitation>
export type ApiKeyView = z.output<typeof ApiKey>
export type KeyScopeName = z.output<typeof KeyScope>
export type ApprovalView = z.output<typeof Approval>
export type MemberView = z.output<typeof Member>
export type AuditEntryView = z.output<typeof AuditEntry>
export type CounterpartyGroupView = z.output<typeof CounterpartyGroup>
export type VenueCredentialView = z.output<typeof VenueCredential>
